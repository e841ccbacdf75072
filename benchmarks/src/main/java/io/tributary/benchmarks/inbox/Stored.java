package io.tributary.benchmarks.inbox;

import io.tributary.schemas.key.inbox.InboxKey;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the table holds of a load. */
record Stored(DynamoDbClient client, String table) {

  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** Returns when every counter counts every event; fails when one counts more. */
  void await(Load load) throws InterruptedException {
    for (int inbox = 0; inbox < load.inboxes(); inbox++) {
      for (String counter : new String[] {"c#*", "c#" + Load.CATEGORY}) {
        await(load, load.inbox(inbox), counter);
      }
    }
  }

  private void await(Load load, InboxKey inbox, String counter) throws InterruptedException {
    long polls = LONGEST.dividedBy(PAUSE);
    long count = count(load, inbox, counter);
    for (long i = 0; i < polls && count < load.eventsOfEach(); i++) {
      TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
      count = count(load, inbox, counter);
    }
    if (count != load.eventsOfEach()) {
      throw new IllegalStateException(
          "%s %s counts %d events of %d"
              .formatted(inbox.pk(), counter, count, load.eventsOfEach()));
    }
  }

  private long count(Load load, InboxKey inbox, String counter) {
    Map<String, AttributeValue> item =
        client
            .getItem(
                request ->
                    request
                        .tableName(table)
                        .consistentRead(true)
                        .key(
                            Map.of(
                                "pk", AttributeValue.fromS(inbox.pk()),
                                "sk", AttributeValue.fromS(counter))))
            .item();
    AttributeValue value = item.get(load.read() ? "read" : "published");
    return value == null ? 0 : Long.parseLong(value.n());
  }
}
