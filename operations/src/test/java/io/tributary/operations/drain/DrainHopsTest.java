package io.tributary.operations.drain;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A facts topic that feeds another one, or itself, at whatever moment of a pass it does so. */
class DrainHopsTest {

  /** More than a pass asks, so that the last of them are moments after it. */
  private static final int QUESTIONS = 15;

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private Cluster cluster;
  private Producer<byte[], byte[]> producer;
  private String first;
  private String second;

  @BeforeEach
  void createTopics(TestInfo test) throws Exception {
    first = test.getTestMethod().orElseThrow().getName() + "-first";
    second = test.getTestMethod().orElseThrow().getName() + "-second";
    cluster = broker.connect();
    EmbeddedBroker.createTopic(cluster, first);
    EmbeddedBroker.createTopic(cluster, second);
    producer = cluster.clients().producer("drain-test", Map.of());
  }

  @AfterEach
  void close() {
    producer.close();
    cluster.close();
  }

  private static DrainStage consuming(String topic, boolean feedsItself) {
    return new DrainStage.Consuming("stage", topic + "-group", List.of(topic), feedsItself);
  }

  /**
   * Appends one record to the topic and finishes the one of that offset, as one transaction may.
   */
  private void process(String from, long offset, String to) {
    try {
      producer.send(new ProducerRecord<>(to, new byte[] {1})).get();
      finish(from, offset);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void finish(String topic, long offset) throws Exception {
    TopicPartition partition = new TopicPartition(topic, 0);
    cluster
        .admin()
        .alterConsumerGroupOffsets(
            topic + "-group", Map.of(partition, new OffsetAndMetadata(offset + 1)))
        .all()
        .get();
  }

  /** One pass, in which something happens before its question of that number. */
  private List<Lag> pass(List<DrainStage> stages, int question, Runnable late) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    try (DrainCheck check =
        new DrainCheck(
            cluster,
            stages,
            () -> {
              if (asked.getAndIncrement() == question) {
                late.run();
              }
              return Duration.ofSeconds(10);
            })) {
      return check.lags();
    }
  }

  @Test
  void shouldMissNothingThatOneTopicFeedsIntoAnotherOne() throws Exception {
    List<DrainStage> stages = List.of(consuming(first, false), consuming(second, false));
    for (int question = 0; question < QUESTIONS; question++) {
      producer.send(new ProducerRecord<>(first, new byte[] {1})).get();
      long offset = question;

      List<Lag> lags = pass(stages, question, () -> process(first, offset, second));

      assertThat(lags).as("when it happens before question " + question).isNotEmpty();
      finish(first, question);
      finish(second, question);
    }
  }

  @Test
  void shouldMissNothingThatATopicFeedsIntoItself() throws Exception {
    List<DrainStage> stages = List.of(consuming(second, true));
    long offset = 0;
    for (int question = 0; question < QUESTIONS; question++) {
      producer.send(new ProducerRecord<>(second, new byte[] {1})).get();
      long begin = offset;

      List<Lag> lags = pass(stages, question, () -> process(second, begin, second));

      assertThat(lags).as("when it happens before question " + question).isNotEmpty();
      offset = end(second);
      finish(second, offset - 1);
      assertThat(pass(stages, QUESTIONS, () -> {})).isEmpty();
    }
  }

  private long end(String topic) throws Exception {
    TopicPartition partition = new TopicPartition(topic, 0);
    return cluster
        .admin()
        .listOffsets(Map.of(partition, OffsetSpec.latest()))
        .partitionResult(partition)
        .get()
        .offset();
  }

  @Test
  void shouldNameUnrelayedRecords() throws Exception {
    DrainStage relay = new DrainStage.Relaying("relay", () -> Map.of("inbox", 3L, "none", 0L));
    try (DrainCheck check = new DrainCheck(cluster, List.of(relay))) {
      assertThat(check.lags()).extracting(Lag::toString).containsExactly("relay inbox 3");
    }
  }
}
