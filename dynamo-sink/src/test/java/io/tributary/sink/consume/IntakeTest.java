package io.tributary.sink.consume;

import static io.tributary.sink.consume.Harness.P0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.LogListener;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.execute.WriterLimits;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class IntakeTest {

  private static final IntakeLimits LIMITS =
      new IntakeLimits(
          100, 1_000_000, Duration.ofMillis(1), Duration.ofSeconds(5), Duration.ofSeconds(45));

  private final Harness harness = new Harness();
  private final Deque<MockConsumer<byte[], byte[]>> consumers = new ArrayDeque<>();
  private final Intake intake =
      new Intake(
          new PlayedClients(), harness.dispatcher, LIMITS, RuntimeContext.system(), harness.meters);

  @AfterEach
  void close() throws InterruptedException {
    intake.close(soon());
    harness.close();
  }

  @Test
  void shouldBeUnreadyUntilItIsAMember() throws InterruptedException {
    consumers.add(harness.consumer);
    assertThat(intake.unreadyReasons())
        .extracting(HealthReason::code)
        .containsExactly("not_assigned");

    intake.start();
    await().until(() -> !harness.consumer.subscription().isEmpty());
    harness.consumer.schedulePollTask(() -> harness.consumer.rebalance(List.of(P0)));
    await().until(() -> intake.unreadyReasons().isEmpty());
    harness.consumer.schedulePollTask(() -> harness.add(P0, 0, "a"));
    await().until(() -> harness.committed(P0) == 1);
    intake.close(soon());

    assertThat(harness.consumer.closed()).isTrue();
    assertThat(harness.written).containsExactly("a");
  }

  /** So that what stages say of a topic can be put together. */
  @Test
  void shouldMeasureTopicsByTheirNamesInTheCatalogue() throws InterruptedException {
    Meters meters = harness.meters;
    RouteTable routes =
        SinkPipeline.reading(
            SingleObjectFormat.ofReleases(),
            new TopicNaming("site-", 2, 6),
            Set.of(Family.DEVICES));
    Dispatcher prefixed =
        new Dispatcher(
            routes,
            new WriterLimits(1, 1, Harness.LONG),
            () -> 1,
            writes -> {},
            harness.ticker,
            meters);
    Intake named =
        new Intake(new PlayedClients(), prefixed, LIMITS, RuntimeContext.system(), meters);
    consumers.add(harness.consumer);

    named.start();
    prefixed.dispatch(poison("site-g2.devices.readings"), new CompletionQueue());
    named.close(soon());

    assertThat(meters.scrape())
        .contains("tributary_sink_lag{topic=\"devices.readings\"}")
        .contains("tributary_sink_records_total{topic=\"devices.readings\"} 1.0")
        .contains("tributary_sink_undecodable_total{topic=\"devices.readings\"} 1.0")
        .doesNotContain("site-");
  }

  @Test
  void shouldStartAfreshWithANewConsumerAfterAFailure() {
    MockConsumer<byte[], byte[]> broken = new MockConsumer<>("earliest");
    broken.setPollException(new KafkaException("the broker says no"));
    consumers.add(broken);
    consumers.add(harness.consumer);

    intake.start();
    await().until(() -> !harness.consumer.subscription().isEmpty());
    harness.consumer.schedulePollTask(() -> harness.consumer.rebalance(List.of(P0)));

    await().until(() -> intake.unreadyReasons().isEmpty());
    assertThat(broken.closed()).isTrue();
  }

  @Test
  void shouldStartAfreshAfterAnErrorToo() {
    consumers.add(
        new MockConsumer<>("earliest") {
          @Override
          public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            throw new StackOverflowError("too deep");
          }
        });
    consumers.add(harness.consumer);

    intake.start();

    await().until(() -> !harness.consumer.subscription().isEmpty());
  }

  @Test
  void shouldLeaveTimeForTheWritersWhenItDoesNotStop() throws InterruptedException {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch polling = new CountDownLatch(1);
    consumers.add(
        new MockConsumer<>("earliest") {
          @Override
          public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            polling.countDown();
            await().until(() -> release.getCount() == 0);
            return ConsumerRecords.empty();
          }
        });
    intake.start();
    polling.await();
    Deadline deadline = Deadline.after(Duration.ofMillis(1_300), System::nanoTime);

    assertThatThrownBy(() -> intake.close(deadline)).isInstanceOf(IllegalStateException.class);

    assertThat(deadline.remaining()).isGreaterThan(Duration.ofMillis(500));
    release.countDown();
  }

  private static PendingRecord poison(String topic) {
    return new PendingRecord(
        new ConsumerRecord<>(topic, 0, 0, new byte[] {1}, new byte[] {2}), () -> false, 0);
  }

  private static Deadline soon() {
    return Deadline.after(Duration.ofSeconds(10), System::nanoTime);
  }

  private final class PlayedClients implements IntakeClients {

    @Override
    public Consumer<byte[], byte[]> consumer(int recordsPerPoll, LogListener losses) {
      return consumers.remove();
    }

    @Override
    public Producer<byte[], byte[]> producer() {
      return harness.producer;
    }
  }
}
