package io.tributary.operations.drain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker, because what matters is how its offsets and transactions behave. */
class DrainCheckTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private Cluster cluster;
  private String topic;
  private String group;
  private DrainCheck check;

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    topic = test.getTestMethod().orElseThrow().getName();
    group = topic + "-group";
    cluster = broker.connect();
    EmbeddedBroker.createTopic(cluster, topic);
    check = new DrainCheck(cluster, List.of(consuming(topic)));
  }

  @AfterEach
  void close() {
    check.close();
    cluster.close();
  }

  private DrainStage consuming(String name) {
    return new DrainStage.Consuming("stage", group, List.of(name), false);
  }

  /** A check that knows the topic for one of waits. */
  private DrainCheck waits() {
    return new DrainCheck(cluster, List.of(new DrainStage.Waiting("waits", List.of(topic))));
  }

  private Producer<byte[], byte[]> producer(Map<String, Object> config) {
    return cluster.clients().producer("drain-test", config);
  }

  private void send(Producer<byte[], byte[]> producer, int records) throws Exception {
    for (int i = 0; i < records; i++) {
      producer.send(new ProducerRecord<>(topic, 0, new byte[] {1}, new byte[] {2})).get();
    }
  }

  private void put(Producer<byte[], byte[]> producer, String key, byte @Nullable [] value)
      throws Exception {
    producer.send(new ProducerRecord<>(topic, 0, key.getBytes(UTF_8), value)).get();
  }

  private void commit(long offset) throws Exception {
    cluster
        .admin()
        .alterConsumerGroupOffsets(
            group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  @Test
  void shouldReportTheAgeOfTheOldestUnreadRecord() throws Exception {
    TopicPartition partition = new TopicPartition(topic, 0);
    try (Producer<byte[], byte[]> producer = producer(Map.of());
        GapReader gaps = new GapReader(cluster.clients())) {
      producer.send(new ProducerRecord<>(topic, 0, 1_000L, new byte[] {1}, new byte[] {2})).get();
      producer.send(new ProducerRecord<>(topic, 0, 2_000L, new byte[] {1}, new byte[] {2})).get();
      producer.send(new ProducerRecord<>(topic, 0, 3_000L, new byte[] {1}, new byte[] {2})).get();

      assertThat(
              gaps.withRecords(
                      OffsetRange.between(Map.of(partition, 1L), Map.of(partition, 3L)),
                      Duration.ofSeconds(10))
                  .values())
          .containsExactly(new OffsetRange(1, 3, OptionalLong.of(2_000)));
    }
  }

  @Test
  void shouldNotCountMarkersAndAbortedRecords() throws Exception {
    try (Producer<byte[], byte[]> producer = producer(Map.of("transactional.id", topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, 1);
      producer.commitTransaction();
      producer.beginTransaction();
      send(producer, 2);
      producer.abortTransaction();
    }
    EmbeddedBroker.awaitSettled(cluster, topic);

    assertThat(check.lags()).containsExactly(new Lag("stage", topic, 5));
    commit(1);
    assertThat(check.await(Deadline.after(Duration.ofMinutes(1), System::nanoTime))).isEmpty();
  }

  @Test
  void shouldCountRecordsOfAnOpenTransaction() throws Exception {
    try (Producer<byte[], byte[]> producer = producer(Map.of("transactional.id", topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, 1);

      assertThat(check.lags()).containsExactly(new Lag("stage", topic, 1));
      producer.abortTransaction();
    }
    assertThat(check.await(Deadline.after(Duration.ofMinutes(1), System::nanoTime))).isEmpty();
  }

  @Test
  void shouldGiveUpAtTheDeadline() throws Exception {
    try (Producer<byte[], byte[]> producer = producer(Map.of())) {
      send(producer, 1);
    }

    assertThat(check.await(Deadline.after(Duration.ofMillis(300), System::nanoTime)))
        .containsExactly(new Lag("stage", topic, 1));
  }

  @Test
  void shouldCountWaitsUntilATombstoneEndsThem() throws Exception {
    try (Producer<byte[], byte[]> producer = producer(Map.of());
        DrainCheck waits = waits()) {
      assertThat(waits.lags()).isEmpty();
      put(producer, "a", new byte[] {1});
      put(producer, "b", new byte[] {1});
      assertThat(waits.lags()).containsExactly(new Lag("waits", topic, 2));
      put(producer, "a", null);
      put(producer, "unknown", null);
      assertThat(waits.lags()).containsExactly(new Lag("waits", topic, 1));
      put(producer, "b", new byte[] {2});
      assertThat(waits.lags()).containsExactly(new Lag("waits", topic, 1));
      put(producer, "b", null);
      put(producer, "a", new byte[] {1});
      assertThat(waits.lags()).containsExactly(new Lag("waits", topic, 1));
      put(producer, "a", null);

      assertThat(waits.lags()).isEmpty();
    }
    try (DrainCheck afresh = waits()) {
      assertThat(afresh.lags()).isEmpty();
    }
  }

  @Test
  void shouldCountWaitsThatAnOpenTransactionMayBegin() throws Exception {
    try (Producer<byte[], byte[]> producer = producer(Map.of("transactional.id", topic));
        DrainCheck waits = waits()) {
      producer.initTransactions();
      producer.beginTransaction();
      put(producer, "a", new byte[] {1});
      put(producer, "b", new byte[] {1});
      assertThat(waits.lags()).containsExactly(new Lag("waits", topic, 2));
      producer.abortTransaction();
      assertThat(waits.await(Deadline.after(Duration.ofMinutes(1), System::nanoTime))).isEmpty();
      producer.beginTransaction();
      put(producer, "a", new byte[] {1});
      producer.commitTransaction();

      assertThat(waits.await(Deadline.after(Duration.ofSeconds(2), System::nanoTime)))
          .containsExactly(new Lag("waits", topic, 1));
    }
  }

  @Test
  void shouldNameTheRemedyOfMissingTopics() {
    try (DrainCheck other = new DrainCheck(cluster, List.of(consuming("no-such-topic")))) {
      assertThatThrownBy(other::lags)
          .isInstanceOf(OperationException.class)
          .hasMessage("topics of the catalogue are missing; run `tributary topics create`");
    }
  }
}
