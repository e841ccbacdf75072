package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.retry.Backoff;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.WriteOutcome;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Groups of writes against a table that keeps its conditions and fails in every way there is. */
final class GroupedWritesPropertyTest {

  private static final int ROUNDS = 300;
  private static final int IDS = 40;
  private static final int GROUP = 12;

  @Test
  void shouldEndEachWriteAsATableWithoutFaultsWould() throws InterruptedException {
    long seed = Long.getLong("sink.seed", System.nanoTime());
    System.out.println("grouped writes: -Dsink.seed=" + seed);
    Random random = new Random(seed);
    FaultyTable table = new FaultyTable(random);
    ItemStore store = store(table, random);
    Map<String, String> owners = new HashMap<>();

    for (int round = 0; round < ROUNDS; round++) {
      Map<String, String> expected = new HashMap<>();
      Map<String, String> ended = new HashMap<>();
      List<PendingWrite> group = new ArrayList<>();
      while (group.size() < 1 + random.nextInt(GROUP)) {
        int number = random.nextInt(IDS * ROUNDS / 30);
        String id = "batch-" + number;
        if (expected.containsKey(id)) {
          continue;
        }
        String owner = "device-" + random.nextInt(2);
        String first = owners.putIfAbsent(id, owner);
        expected.put(id, expectation(first, owner));
        group.add(
            new PendingWrite(
                Puts.put(number, owner),
                () -> false,
                outcome -> ended.put(id, outcome.map(WriteOutcome::label).orElse("abandoned"))));
      }
      store.store(group);
      for (String id : expected.keySet()) {
        String found = String.valueOf(ended.get(id));
        // a write that was done without an answer finds itself there
        String same =
            expected.get(id).equals("stored") && found.equals("already_stored") ? "stored" : found;
        assertThat(same).as("%s of seed %d", id, seed).isEqualTo(expected.get(id));
      }
    }
    assertThat(table.rows).as("seed %d", seed).isEqualTo(owners);
    assertThat(table.faults)
        .hasSize(7)
        .allSatisfy((fault, count) -> assertThat(count).isPositive());
  }

  private static ItemStore store(FaultyTable table, Random random) {
    Backoff none = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1), random);
    return new RetryingItemStore(
        new DynamoItemWriter(table, "", InstantSource.system(), new Meters()),
        new AdaptiveLimits(64, 25, System::nanoTime, new Meters()),
        new StoreHealth(System::nanoTime, new Meters()),
        new RetryingItemStore.Backoffs(none, none));
  }

  private static String expectation(String first, String owner) {
    if (first == null) {
      return "stored";
    }
    return first.equals(owner) ? "already_stored" : "rejected";
  }

  /** Claims are kept by id; one of seven faults befalls about every second request. */
  private static final class FaultyTable implements DynamoDbClient {

    final Map<String, String> rows = new HashMap<>();
    final Map<String, Integer> faults = new HashMap<>();
    private final Random random;

    FaultyTable(Random random) {
      this.random = random;
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
      assertThat(request.returnConsumedCapacity()).isEqualTo(ReturnConsumedCapacity.TOTAL);
      switch (random.nextInt(14)) {
        case 0 -> throw fault("throttled", FakeDynamo.refusal("ThrottlingException", 400));
        case 1 -> throw fault("internal", FakeDynamo.refusal("InternalServerError", 500));
        case 2 -> throw fault("silence before", ApiCallTimeoutException.create(1));
        case 3 -> {
          apply(request);
          throw fault("silence after", ApiCallTimeoutException.create(1));
        }
        case 4 -> {
          apply(request);
          throw fault("internal after", FakeDynamo.refusal("InternalServerError", 500));
        }
        case 5 -> throw fault("conflict", one(request, "TransactionConflict"));
        case 6 -> throw fault("item throttled", one(request, "ThrottlingError"));
        default -> apply(request);
      }
      return TransactWriteItemsResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return "fake";
    }

    @Override
    public void close() {}

    private RuntimeException fault(String name, RuntimeException exception) {
      faults.merge(name, 1, Integer::sum);
      return exception;
    }

    /** Some actions are at fault, at least one; failed conditions show beside them. */
    private RuntimeException one(TransactWriteItemsRequest request, String code) {
      List<CancellationReason> reasons = reasons(request);
      for (int i = 0; i < 1 + random.nextInt(2); i++) {
        reasons.set(
            random.nextInt(reasons.size()), CancellationReason.builder().code(code).build());
      }
      return FakeDynamo.cancelled(reasons.toArray(CancellationReason[]::new));
    }

    private void apply(TransactWriteItemsRequest request) {
      List<CancellationReason> reasons = reasons(request);
      if (reasons.stream().anyMatch(reason -> !reason.code().equals("None"))) {
        throw FakeDynamo.cancelled(reasons.toArray(CancellationReason[]::new));
      }
      request.transactItems().stream()
          .map(TransactWriteItem::put)
          .filter(put -> put.tableName().equals("claims"))
          .forEach(put -> rows.put(Puts.text(put.item(), "id"), Puts.text(put.item(), "owner")));
    }

    private List<CancellationReason> reasons(TransactWriteItemsRequest request) {
      List<CancellationReason> reasons = new ArrayList<>();
      for (TransactWriteItem action : request.transactItems()) {
        reasons.add(reason(action.put()));
      }
      return reasons;
    }

    private CancellationReason reason(Put put) {
      String owner =
          put.tableName().equals("claims") ? rows.get(Puts.text(put.item(), "id")) : null;
      if (owner == null) {
        return CancellationReason.builder().code("None").build();
      }
      Map<String, AttributeValue> held = new HashMap<>(put.item());
      held.put("owner", AttributeValue.fromS(owner));
      return CancellationReason.builder().code("ConditionalCheckFailed").item(held).build();
    }
  }
}
