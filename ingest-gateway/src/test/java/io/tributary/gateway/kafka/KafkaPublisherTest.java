package io.tributary.gateway.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.envelope.SecretFingerprint;
import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KafkaPublisherTest {

  private final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
  private final Meters meters = new Meters();
  private final AtomicLong skipped = new AtomicLong();
  private final KafkaPublisher publisher = newPublisher();

  @BeforeEach
  void start() {
    publisher.start();
  }

  @AfterEach
  void close() throws Exception {
    publisher.close(deadline(1));
  }

  @Test
  void shouldSucceedOnlyWhenEveryRecordIsAcknowledged() throws Exception {
    // When
    CompletableFuture<PublishResult> outcome = publisher.publish(records(2), deadline(5));

    // Then
    await().until(() -> producer.history().size() == 2);
    producer.completeNext();
    assertThat(outcome).isNotDone();
    producer.completeNext();
    assertThat(outcome.get(1, TimeUnit.MINUTES)).isEqualTo(new PublishResult.Acknowledged());
    assertThat(meters.counter(GatewayMeter.RECORDS_ACKNOWLEDGED).count()).isEqualTo(2);
  }

  @Test
  void shouldNotConfirmWhenOneRecordFails() throws Exception {
    CompletableFuture<PublishResult> outcome = publisher.publish(records(2), deadline(5));

    await().until(() -> producer.history().size() == 2);
    producer.completeNext();
    producer.errorNext(new TimeoutException("expired"));

    assertThat(outcome.get(1, TimeUnit.MINUTES))
        .isEqualTo(new PublishResult.Unconfirmed("TimeoutException: expired"));
    assertThat(meters.counter(GatewayMeter.RECORDS_UNCONFIRMED).count()).isEqualTo(2);
  }

  @Test
  void shouldNotSendAfterTheDeadline() throws Exception {
    Deadline passed = deadline(1);
    skipped.addAndGet(TimeUnit.SECONDS.toNanos(2));

    PublishResult outcome = publisher.publish(records(1), passed).get(1, TimeUnit.MINUTES);

    assertThat(outcome).isInstanceOf(PublishResult.Unconfirmed.class);
    assertThat(producer.history()).isEmpty();
  }

  @Test
  void shouldWriteKeyValueHeadersAndKafkasOwnPartition() {
    // When
    CompletableFuture<PublishResult> outcome = publisher.publish(records(1), deadline(5));

    // Then
    await().until(() -> producer.history().size() == 1);
    assertThat(outcome).isNotDone();
    ProducerRecord<byte[], byte[]> sent = producer.history().get(0);
    assertThat(sent.topic()).isEqualTo("test-tributary.meta");
    assertThat(sent.partition()).isZero();
    assertThat(new String(sent.key(), StandardCharsets.UTF_8)).isEqualTo("name-0");
    assertThat(sent.value()).startsWith(0xC3, 0x01);
    assertThat(sent.headers().lastHeader("tributary-fact-id").value())
        .isEqualTo("id-0".getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void shouldAnswerEverybodyWhenItIsClosed() throws Exception {
    producer.close();

    CompletableFuture<PublishResult> onClosedProducer = publisher.publish(records(1), deadline(5));
    assertThat(onClosedProducer.get(1, TimeUnit.MINUTES))
        .isInstanceOf(PublishResult.Unconfirmed.class);

    publisher.close(deadline(5));
    assertThat(publisher.publish(records(1), deadline(5)).get(1, TimeUnit.MINUTES))
        .isInstanceOf(PublishResult.Unconfirmed.class);
  }

  @Test
  void shouldBecomeUnreadyWhilePublishesFail() throws Exception {
    failOne();
    assertThat(publisher.unreadyReasons()).isEmpty();

    skipped.addAndGet(TimeUnit.SECONDS.toNanos(6));
    failOne();
    assertThat(publisher.unreadyReasons())
        .extracting(HealthReason::code)
        .containsExactly("kafka_unavailable");

    CompletableFuture<PublishResult> good = publisher.publish(records(1), deadline(5));
    await().until(producer::completeNext);
    assertThat(good.get(1, TimeUnit.MINUTES)).isInstanceOf(PublishResult.Acknowledged.class);
    assertThat(publisher.unreadyReasons()).isEmpty();
  }

  @Test
  void shouldBeTriedAgainWhenTheFailuresAreOld() throws Exception {
    failOne();
    skipped.addAndGet(TimeUnit.SECONDS.toNanos(6));
    failOne();

    skipped.addAndGet(TimeUnit.SECONDS.toNanos(20));

    assertThat(publisher.unreadyReasons()).isEmpty();
  }

  @Test
  void shouldOutliveFailuresOfASubmission() throws Exception {
    // Given
    Map<RecordHeader, String> broken =
        new AbstractMap<>() {
          @Override
          public Set<Entry<RecordHeader, String>> entrySet() {
            throw new LinkageError("broken");
          }
        };
    OutgoingRecord<String, SecretFingerprint> bad =
        new OutgoingRecord<>(Topics.META, "bad", new SecretFingerprint("bad", "00"), broken);

    // When
    PublishResult failed = publisher.publish(List.of(bad), deadline(5)).get(1, TimeUnit.MINUTES);
    CompletableFuture<PublishResult> good = publisher.publish(records(1), deadline(5));

    // Then
    assertThat(failed).isEqualTo(new PublishResult.Unconfirmed("LinkageError: broken"));
    await().until(producer::completeNext);
    assertThat(good.get(1, TimeUnit.MINUTES)).isInstanceOf(PublishResult.Acknowledged.class);
  }

  @Test
  void shouldNotStartWhenItMayNotWrite() {
    producer.partitionsForException = new TopicAuthorizationException("no");

    assertThatThrownBy(() -> newPublisher().start())
        .isInstanceOf(TopicAuthorizationException.class);
  }

  private void failOne() throws Exception {
    CompletableFuture<PublishResult> outcome = publisher.publish(records(1), deadline(5));
    await().until(() -> producer.errorNext(new TimeoutException("expired")));
    assertThat(outcome.get(1, TimeUnit.MINUTES)).isInstanceOf(PublishResult.Unconfirmed.class);
  }

  private KafkaPublisher newPublisher() {
    return new KafkaPublisher(
        () -> producer,
        new TopicNaming("test-"),
        EnumSet.allOf(Family.class),
        SingleObjectFormat.ofReleases(),
        new GatewayMetrics(meters),
        runtime());
  }

  private RuntimeContext runtime() {
    RuntimeContext system = RuntimeContext.system();
    return new RuntimeContext(
        system.clock(),
        () -> System.nanoTime() + skipped.get(),
        system.random(),
        system.secrets(),
        Map.of());
  }

  private Deadline deadline(int seconds) {
    return Deadline.after(Duration.ofSeconds(seconds), () -> System.nanoTime() + skipped.get());
  }

  private static List<OutgoingRecord<String, SecretFingerprint>> records(int count) {
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                new OutgoingRecord<>(
                    Topics.META,
                    "name-" + i,
                    new SecretFingerprint("name-" + i, "00"),
                    Map.of(RecordHeader.FACT_ID, "id-" + i)))
        .toList();
  }
}
