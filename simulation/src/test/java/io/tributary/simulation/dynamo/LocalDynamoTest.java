package io.tributary.simulation.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.simulation.dynamo.RandomRequests.Prepared;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB Local keeps the contract, and answers whatever else is asked as the simulation does. */
final class LocalDynamoTest {

  private static final int REQUESTS = 400;

  private static LocalDynamo local;

  @BeforeAll
  static void start() throws Exception {
    local = LocalDynamo.start();
    ContractTables.create(local.client());
  }

  @AfterAll
  static void stop() throws Exception {
    local.close();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void shouldAnswerAsTheSimulationDoes(long seed) {
    DynamoDbClient simulated =
        new SimulatedDynamoClient(new SimulatedDynamo(InstantSource.system()), Interceptor.NONE);
    String table = "random-" + seed;
    for (DynamoDbClient client : List.of(simulated, local.client())) {
      RandomRequests.createTable(client, table);
    }
    RandomRequests requests = new RandomRequests(seed, table);
    for (int i = 0; i < REQUESTS; i++) {
      Prepared request = requests.next();
      assertThat(Outcome.of(() -> request.send().apply(simulated)))
          .as("seed %d, request %d: %s", seed, i, request.text())
          .isEqualTo(Outcome.of(() -> request.send().apply(local.client())));
    }
  }

  private static Endpoint local() {
    return new Endpoint(local.client(), local.streams(), () -> {});
  }

  @Nested
  final class Requests extends RequestCases {
    @Override
    Endpoint endpoint() {
      return local();
    }
  }

  @Nested
  final class Writers extends WriterCases {
    @Override
    Endpoint endpoint() {
      return local();
    }
  }

  @Nested
  final class Streams extends StreamCases {
    @Override
    Endpoint endpoint() {
      return local();
    }
  }
}
