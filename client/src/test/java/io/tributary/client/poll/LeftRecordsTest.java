package io.tributary.client.poll;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.client.Bench;
import io.tributary.client.ConsumerBuilder;
import io.tributary.client.TestBroker;
import io.tributary.client.TributaryConsumer;
import io.tributary.client.failure.FailurePolicy;
import io.tributary.client.failure.RejectedRecord;
import io.tributary.client.failure.Retries;
import io.tributary.client.record.RecordHandler;
import io.tributary.client.record.TypedRecord;
import io.tributary.schemas.key.devices.ReadingKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** RecordAttempts that are interrupted because their partition moves, or their consumer closes. */
final class LeftRecordsTest {

  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
  private final List<String> deadLetters = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch never = new CountDownLatch(1);

  private void block() throws InterruptedException {
    begun.countDown();
    never.await();
  }

  private void note(TypedRecord<ReadingKey, DeviceReading> record) {
    handled.add(Bench.number(record));
  }

  private void take(RejectedRecord rejected) {
    deadLetters.add(rejected.toString());
  }

  private static ConsumerBuilder impatient(
      Bench bench, RecordHandler<ReadingKey, DeviceReading> handler, FailurePolicy refused) {
    return bench.consumer("group", handler).whenRefused(refused).deadline(Duration.ofMillis(200));
  }

  /** Closes during the attempt that blocks; the next consumer has the record. */
  private void shouldDeliverAgainAfterClosing(
      RecordHandler<ReadingKey, DeviceReading> handler, FailurePolicy refused) throws Exception {
    Bench bench = new Bench(TestBroker.shared(), 1);
    bench.send(0, 2, 1);
    try (TributaryConsumer first = impatient(bench, handler, refused).build().start()) {
      assertThat(begun.await(30, SECONDS)).isTrue();
      assertThat(first.check().isAlive()).isTrue();
    }
    assertThat(deadLetters).isEmpty();
    assertThat(bench.lag("group")).isEqualTo(2);
    try (TributaryConsumer second = bench.consumer("group", this::note).build().start()) {
      await().atMost(LIMIT).until(() -> handled.size() == 2);
      assertThat(second.check().isAlive()).isTrue();
    }
    assertThat(handled).containsExactly(0, 1);
  }

  @Test
  void shouldWriteNoDeadLetterWhenAClosingConsumerInterrupts() throws Exception {
    shouldDeliverAgainAfterClosing(
        record -> block(), FailurePolicy.handOver(Retries.NONE, this::take));
  }

  @Test
  void shouldNotStopForAnInterruptedHandOver() throws Exception {
    shouldDeliverAgainAfterClosing(
        record -> {
          throw new IllegalStateException("always");
        },
        FailurePolicy.handOver(Retries.NONE, rejected -> block()));
  }

  @Test
  void shouldWriteNoDeadLetterWhenAMovedPartitionInterrupts() throws Exception {
    Bench bench = new Bench(TestBroker.shared(), 2);
    bench.send(0, 2, 2);
    FailurePolicy policy = FailurePolicy.handOver(Retries.NONE, this::take);
    try (TributaryConsumer first = impatient(bench, record -> block(), policy).build().start()) {
      assertThat(begun.await(30, SECONDS)).isTrue();
      try (TributaryConsumer second = bench.consumer("group", this::note).build().start()) {
        await().atMost(LIMIT).until(() -> handled.size() == 1);
        assertThat(second.check().isAlive()).isTrue();
      }
      assertThat(first.check().isAlive()).isTrue();
    }
    assertThat(deadLetters).isEmpty();
  }
}
