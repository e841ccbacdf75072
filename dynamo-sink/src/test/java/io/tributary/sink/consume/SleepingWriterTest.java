package io.tributary.sink.consume;

import static io.tributary.sink.consume.Harness.COUNTERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.dynamo.AdaptiveLimits;
import io.tributary.sink.dynamo.DynamoItemWriter;
import io.tributary.sink.dynamo.ItemWriter;
import io.tributary.sink.dynamo.RetryingItemStore;
import io.tributary.sink.dynamo.RetryingItemStore.Backoffs;
import io.tributary.sink.dynamo.StoreHealth;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.write.ItemStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;

/** Two instances, one of which sleeps with an older state of a counter in hand. */
final class SleepingWriterTest {

  private final Table table = new Table();

  @Test
  void shouldLoseAgainstTheNewerStateThatOthersWereCoalescedInto() throws InterruptedException {
    CountDownLatch asleep = new CountDownLatch(1);
    CountDownLatch wake = new CountDownLatch(1);
    Harness sleeper = new Harness(Duration.ZERO, store(new Sleepy(table, asleep, wake)));
    Harness other = new Harness(Harness.LONG, store(table));
    IntakeSession slept = joined(sleeper);
    sleeper.addCounter(0, "u-1", 1);
    slept.runOnce();
    asleep.await();

    IntakeSession session = joined(other);
    for (int rev = 1; rev <= 40; rev++) {
      other.addCounter(rev - 1, "u-1", rev);
    }
    session.runOnce();
    other.dispatcher.flush();
    turnUntilCommitted(other, session, 40);
    assertThat(table.published()).isEqualTo("40");
    assertThat(table.puts).as("all in one write").isEqualTo(1);

    wake.countDown();
    turnUntilCommitted(sleeper, slept, 1);
    assertThat(table.published()).isEqualTo("40");
    assertThat(sleeper.meters.scrape())
        .contains("tributary_sink_outcomes_total{outcome=\"stale\"} 1.0");
    sleeper.close();
    other.close();
  }

  private static IntakeSession joined(Harness harness) {
    IntakeSession session = harness.session(100);
    harness.consumer.rebalance(List.of(COUNTERS));
    return session;
  }

  private static void turnUntilCommitted(Harness harness, IntakeSession session, long offset) {
    await()
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              session.runOnce();
              return harness.committed(COUNTERS) == offset;
            });
  }

  private static ItemStore store(DynamoDbClient client) {
    Meters meters = new Meters();
    ItemWriter writer =
        DynamoItemWriter.to(
            new DynamoTables(client, "", List.of()), InstantSource.system(), meters);
    return new RetryingItemStore(
        writer,
        new AdaptiveLimits(4, 1, System::nanoTime, meters),
        new StoreHealth(System::nanoTime, meters),
        Backoffs.usual(new Random(1)));
  }

  /** One item, put under the one condition that the sink uses for it. */
  private static final class Table implements DynamoDbClient {

    private static final String CONDITION = "attribute_not_exists(#key) OR #rev < :rev";

    private Map<String, AttributeValue> held = Map.of();
    private int puts;

    @Override
    public synchronized PutItemResponse putItem(PutItemRequest request) {
      assertThat(request.conditionExpression()).isEqualTo(CONDITION);
      if (revision(held) >= revision(request.item())) {
        throw ConditionalCheckFailedException.builder().item(held).build();
      }
      puts++;
      held = request.item();
      return PutItemResponse.builder().build();
    }

    synchronized String published() {
      return held.getOrDefault("published", AttributeValue.fromN("0")).n();
    }

    private static long revision(Map<String, AttributeValue> item) {
      return Long.parseLong(item.getOrDefault("rev", AttributeValue.fromN("0")).n());
    }

    @Override
    public String serviceName() {
      return "fake";
    }

    @Override
    public void close() {}
  }

  /** A connection whose process sleeps just before the request leaves. */
  private record Sleepy(Table table, CountDownLatch asleep, CountDownLatch wake)
      implements DynamoDbClient {

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
      asleep.countDown();
      try {
        wake.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return table.putItem(request);
    }

    @Override
    public String serviceName() {
      return "fake";
    }

    @Override
    public void close() {}
  }
}
