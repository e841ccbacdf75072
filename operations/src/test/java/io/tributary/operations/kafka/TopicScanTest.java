package io.tributary.operations.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.OperationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class TopicScanTest {

  private static final String PREFIX = EmbeddedBroker.newPrefix();
  private static final String TOPIC = PREFIX + "devices.dead-letters";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  @Test
  void shouldFailWhenNothingComesAndTheBrokersDoNotAnswer() {
    MockConsumer<byte[], byte[]> consumer = consumerBehindATransaction();
    consumer.setOffsetsException(new TimeoutException("gone"));

    assertThatThrownBy(() -> TopicScan.read(consumer, Map.of(PARTITION, 9L), record -> {}))
        .isInstanceOf(TimeoutException.class);
  }

  @Test
  void shouldNameAPartitionThatATransactionHoldsBack() {
    MockConsumer<byte[], byte[]> consumer = consumerBehindATransaction();

    assertThatThrownBy(() -> TopicScan.read(consumer, Map.of(PARTITION, 9L), record -> {}))
        .isInstanceOf(OperationException.class)
        .hasMessage(
            "an open transaction holds back " + PARTITION + ": `tributary status` names it");
  }

  private static MockConsumer<byte[], byte[]> consumerBehindATransaction() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    consumer.assign(List.of(PARTITION));
    consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    consumer.updateEndOffsets(Map.of(PARTITION, 9L));
    return consumer;
  }

  @Test
  void shouldContinueAnEarlierScanAndWaitForOpenTransactions() throws Exception {
    try (Cluster cluster = broker.connectToDevices(PREFIX);
        Producer<byte[], byte[]> producer =
            cluster.clients().producer("test", Map.of("transactional.id", PREFIX + "test"))) {
      producer.initTransactions();
      producer.beginTransaction();
      append(producer, 1);
      TopicScan first = TopicScan.open(cluster, List.of(TOPIC)).withOpen(cluster);
      producer.commitTransaction();
      assertThat(read(first)).containsExactly(1);

      producer.beginTransaction();
      append(producer, 2);
      assertThat(read(TopicScan.open(cluster, List.of(TOPIC)))).containsExactly(1);
      TopicScan second =
          TopicScan.open(cluster, List.of(TOPIC)).withOpen(cluster).from(first.ends());
      producer.commitTransaction();
      assertThat(first.ends()).containsEntry(PARTITION, 1L);
      assertThat(read(second)).containsExactly(2);
    }
  }

  @Test
  void shouldReadTheLatestAndFollowUntilInterrupted() throws Exception {
    String prefix = EmbeddedBroker.newPrefix();
    try (Cluster cluster = broker.connectToDevices(prefix);
        Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      String topic = prefix + "devices.batches";
      for (int i = 1; i <= 5; i++) {
        append(producer, topic, i);
      }
      assertThat(read(TopicScan.open(cluster, List.of(topic)).latest(2))).containsExactly(4, 5);
      assertThat(read(TopicScan.open(cluster, List.of(topic)).latest(9))).hasSize(5);
      List<Integer> seen = new CopyOnWriteArrayList<>();
      AtomicReference<Throwable> end = new AtomicReference<>();
      TopicScan scan = TopicScan.open(cluster, List.of(topic)).latest(1);
      Thread follower = new Thread(() -> scan.follow(record -> seen.add((int) record.value()[0])));
      follower.setUncaughtExceptionHandler((thread, failure) -> end.set(failure));
      follower.start();
      await().until(() -> seen.contains(5));
      append(producer, topic, 6);
      await().until(() -> seen.contains(6));

      follower.interrupt();
      follower.join(10_000);
      scan.close();
      assertThat(end.get()).isInstanceOf(InterruptException.class);
      assertThat(seen).containsExactly(5, 6);
    }
  }

  @Test
  void shouldNameTheRemedyOfAMissingTopic() throws Exception {
    try (Cluster cluster = broker.connect()) {
      assertThatThrownBy(() -> TopicScan.open(cluster, List.of("no-such-topic")))
          .hasMessage("topic no-such-topic does not exist; run `tributary topics create`");
    }
  }

  private static void append(Producer<byte[], byte[]> producer, int value) throws Exception {
    append(producer, TOPIC, value);
  }

  private static void append(Producer<byte[], byte[]> producer, String topic, int value)
      throws Exception {
    producer.send(new ProducerRecord<>(topic, 0, null, new byte[] {(byte) value})).get();
  }

  private static List<Integer> read(TopicScan scan) {
    List<Integer> read = new ArrayList<>();
    try (scan) {
      scan.each(record -> read.add((int) record.value()[0]));
    }
    return read;
  }
}
