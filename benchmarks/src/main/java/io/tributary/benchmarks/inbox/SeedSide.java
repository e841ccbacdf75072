package io.tributary.benchmarks.inbox;

import io.tributary.runtime.ambient.Ambient;
import io.tributary.schemas.key.inbox.InboxKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * The documented way: each event puts or updates its message, and adds 1 to each of its counters.
 * It does not wait between events, because what it writes does not depend on that.
 */
final class SeedSide implements Side {

  private static final int THREADS = 16;

  private final DynamoDbClient client;
  private final Stored stored;

  SeedSide(DynamoDbClient client, Stored stored) {
    this.client = client;
    this.stored = stored;
  }

  @Override
  public String name() {
    return "one write per event";
  }

  @Override
  public Units run(Load load) throws Exception {
    Ambient ambient = Ambient.system();
    long begun = ambient.ticker().nanos();
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    double units = 0;
    try {
      List<Future<Double>> ends = new ArrayList<>();
      for (int i = 0; i < load.events(); i++) {
        int event = i;
        ends.add(executor.submit(() -> event(load, event)));
      }
      for (Future<Double> end : ends) {
        units += end.get();
      }
    } finally {
      executor.shutdownNow();
    }
    stored.await(load);
    return new Units(units, (ambient.ticker().nanos() - begun) / 1e9);
  }

  private double event(Load load, int event) {
    InboxKey inbox = load.inbox(event);
    String counted = load.read() ? "read" : "published";
    double message =
        load.read() ? markRead(inbox, load.message(event)) : put(inbox, load.message(event));
    return message
        + update(inbox, "c#*", "ADD #a :v", counted, 1)
        + update(inbox, "c#" + Load.CATEGORY, "ADD #a :v", counted, 1);
  }

  private double put(InboxKey inbox, String id) {
    Map<String, AttributeValue> message =
        Map.of(
            "title", AttributeValue.fromS("Invoice ready"),
            "body", AttributeValue.fromS("Your invoice is available."));
    Map<String, AttributeValue> item =
        Map.of(
            "pk", AttributeValue.fromS(inbox.pk()),
            "sk", AttributeValue.fromS("m#" + id),
            "kind", AttributeValue.fromS("UM"),
            "id", AttributeValue.fromS(id),
            "sender", AttributeValue.fromS("benchmark"),
            "message", AttributeValue.fromM(message));
    return client
        .putItem(
            request ->
                request
                    .tableName(stored.table())
                    .item(item)
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }

  private double markRead(InboxKey inbox, String id) {
    return update(inbox, "m#" + id, "SET #a = if_not_exists(#a, :v)", "readat", 1_756_094_500);
  }

  private double update(InboxKey inbox, String sk, String expression, String name, long value) {
    return client
        .updateItem(
            request ->
                request
                    .tableName(stored.table())
                    .key(
                        Map.of(
                            "pk", AttributeValue.fromS(inbox.pk()),
                            "sk", AttributeValue.fromS(sk)))
                    .updateExpression(expression)
                    .expressionAttributeNames(Map.of("#a", name))
                    .expressionAttributeValues(
                        Map.of(":v", AttributeValue.fromN(Long.toString(value))))
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
        .consumedCapacity()
        .capacityUnits();
  }
}
