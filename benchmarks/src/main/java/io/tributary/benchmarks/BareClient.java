package io.tributary.benchmarks;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.VersionedPut;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** The sink's client with requests as the sink sends them, made before, on as many threads. */
final class BareClient {

  private static final String MISSING = "attribute_not_exists(#key)";

  private BareClient() {}

  /**
   * A request.
   *
   * @param send sends it, and tells how many write units it took
   */
  private record Request(int records, ToDoubleFunction<DynamoDbClient> send) {}

  /**
   * Stores records in tables that are empty.
   *
   * @param repeats number of times that each is stored
   */
  static Map<String, Double> store(Settings settings, Backlog backlog, int repeats)
      throws Exception {
    List<Request> requests = requests(settings, backlog.writes());
    int all = requests.size() * repeats;
    int threads = settings.get(SinkSettings.WRITERS);
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    AtomicInteger next = new AtomicInteger();
    LongAdder stored = new LongAdder();
    DoubleAdder units = new DoubleAdder();
    try (DynamoDbClient client = DynamoConnection.open(settings, RuntimeContext.system())) {
      Runnable sending =
          () -> {
            for (int n = next.getAndIncrement(); n < all; n = next.getAndIncrement()) {
              Request request = requests.get(n % requests.size());
              units.add(send(client, request));
              stored.add(request.records());
            }
          };
      List<Future<?>> senders =
          Stream.<Future<?>>generate(() -> executor.submit(sending)).limit(threads).toList();
      Map<String, Double> figures = StoreRows.watch(stored::sum, (long) backlog.count() * repeats);
      for (Future<?> sender : senders) {
        sender.get();
      }
      return StoreRows.withRequests(
          figures, (double) all / stored.sum(), units.sum() / stored.sum());
    } finally {
      executor.shutdownNow();
    }
  }

  /** On a busy machine a call may end without an answer, and is repeated as the sink does. */
  private static double send(DynamoDbClient client, Request request) {
    boolean repeated = false;
    while (true) {
      try {
        return request.send().applyAsDouble(client);
      } catch (SdkClientException e) {
        repeated = true;
      } catch (ConditionalCheckFailedException e) {
        if (!repeated) {
          throw e;
        }
        return 0;
      }
    }
  }

  private static List<Request> requests(Settings settings, List<ItemWrite> writes) {
    String prefix = settings.get(SinkSettings.TABLE_PREFIX);
    List<Request> requests = new ArrayList<>();
    for (int from = 0; from < writes.size(); ) {
      if (writes.get(from) instanceof VersionedPut put) {
        requests.add(put(put, prefix));
        from++;
      } else {
        int to = Math.min(from + settings.get(SinkSettings.TRANSACTION_WRITES), writes.size());
        requests.add(transaction(writes.subList(from, to), prefix));
        from = to;
      }
    }
    return requests;
  }

  private static Request put(VersionedPut put, String prefix) {
    PutItemRequest request =
        PutItemRequest.builder()
            .tableName(prefix + put.table())
            .item(put.items().get(0).attributes())
            .conditionExpression(MISSING)
            .expressionAttributeNames(Map.of("#key", put.key()))
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return new Request(1, client -> client.putItem(request).consumedCapacity().capacityUnits());
  }

  private static Request transaction(List<ItemWrite> writes, String prefix) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                writes.stream().flatMap(write -> actions((ClaimedPut) write, prefix)).toList())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    return new Request(
        writes.size(),
        client ->
            client.transactWriteItems(request).consumedCapacity().stream()
                .mapToDouble(ConsumedCapacity::capacityUnits)
                .sum());
  }

  private static Stream<TransactWriteItem> actions(ClaimedPut write, String prefix) {
    ClaimRule rule = write.claim().rule();
    Put.Builder claim =
        Put.builder()
            .tableName(prefix + rule.table())
            .item(write.claim().row().attributes())
            .conditionExpression(MISSING)
            .expressionAttributeNames(Map.of("#key", rule.key()));
    Put.Builder item =
        Put.builder().tableName(prefix + write.table()).item(write.item().attributes());
    return Stream.of(claim, item).map(put -> TransactWriteItem.builder().put(put.build()).build());
  }
}
