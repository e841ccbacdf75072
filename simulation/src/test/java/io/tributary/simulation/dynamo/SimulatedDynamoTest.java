package io.tributary.simulation.dynamo;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;

/** The simulation keeps the contract. */
final class SimulatedDynamoTest {

  private static final Endpoint ENDPOINT = endpointOf(new SimulatedDynamo(InstantSource.system()));

  private static Endpoint endpointOf(SimulatedDynamo database) {
    SimulatedDynamoClient client = new SimulatedDynamoClient(database, Interceptor.NONE);
    ContractTables.create(client);
    return new Endpoint(
        client,
        new SimulatedStreamsClient(database, Interceptor.NONE),
        () -> database.expire(Instant.now()));
  }

  @Nested
  final class Requests extends RequestCases {
    @Override
    Endpoint endpoint() {
      return ENDPOINT;
    }
  }

  @Nested
  final class Writers extends WriterCases {
    @Override
    Endpoint endpoint() {
      return ENDPOINT;
    }
  }

  @Nested
  final class Streams extends StreamCases {
    @Override
    Endpoint endpoint() {
      return ENDPOINT;
    }
  }
}
