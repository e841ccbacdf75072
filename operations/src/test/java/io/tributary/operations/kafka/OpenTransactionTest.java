package io.tributary.operations.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.kafka.client.LogWatch;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.ApiException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Offsets of a service that was killed while its transaction was open. */
final class OpenTransactionTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private static final Ticker TICKER = RuntimeContext.system().ticker();

  private final String topic = EmbeddedBroker.newPrefix() + "facts";
  private final String group = topic + "-readers";
  private final TopicPartition place = new TopicPartition(topic, 0);
  private Cluster cluster;
  private Producer<byte[], byte[]> killed;
  private ConsumerGroupMetadata metadata;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connect();
    EmbeddedBroker.createTopic(cluster, topic);
    killed =
        cluster
            .clients()
            .producer("killed", Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, topic + "-killed"));
    try (Consumer<byte[], byte[]> member =
        cluster
            .clients()
            .consumer("test", Map.of(), Map.of(ConsumerConfig.GROUP_ID_CONFIG, group))) {
      metadata = member.groupMetadata();
    }
    killed.initTransactions();
    commit(7);
    killed.commitTransaction();
    commit(8);
  }

  @AfterEach
  void close() {
    killed.close(Duration.ZERO);
    cluster.close();
  }

  @Test
  void shouldBeLeftAloneByTheNextStart() throws Exception {
    start();
    killed.commitTransaction();

    assertThat(cluster.queries().settled(group)).containsExactly(Map.entry(place, 8L));
  }

  @Test
  void shouldStayAsBeforeWhenItIsAborted() throws Exception {
    start();
    killed.abortTransaction();

    assertThat(cluster.queries().settled(group)).containsExactly(Map.entry(place, 7L));
  }

  @Test
  void shouldBeWaitedFor() throws Exception {
    CompletableFuture<Map<TopicPartition, Long>> settled =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return cluster.queries().settled(group);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    await().during(Duration.ofMillis(500)).until(() -> !settled.isDone());
    killed.commitTransaction();

    assertThat(settled.get()).containsExactly(Map.entry(place, 8L));
  }

  @Test
  void shouldNotKeepAnyoneFromItsBeginnings() throws Exception {
    String other = topic + "-new";
    start(other);

    assertThat(cluster.queries().settled(other)).containsExactly(Map.entry(place, 0L));
  }

  @Test
  void shouldBeAbortedForOthersOnceItsMemberIsLost() throws Exception {
    String lost = member() + "-1";
    LogWatch watch = watch(group);
    try (Consumer<byte[], byte[]> another = joined(lost + "1");
        Producer<byte[], byte[]> producer = begun(lost)) {
      assertThat(another.assignment()).isNotEmpty();
      watch.start();
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(() -> producer.send(record()).get())
                      .hasCauseInstanceOf(ApiException.class));
    } finally {
      watch.close(Deadline.after(Duration.ofSeconds(5), TICKER));
    }
  }

  @Test
  void shouldBeLeftToAMember() throws Exception {
    String id = member() + "-1";
    LogWatch watch = watch(group);
    try (Consumer<byte[], byte[]> member = joined(id);
        Producer<byte[], byte[]> producer = begun(id)) {
      watch.start();
      await().during(Duration.ofSeconds(5)).until(() -> member.poll(Duration.ZERO) != null);
      producer.commitTransaction();
    } finally {
      watch.close(Deadline.after(Duration.ofSeconds(5), TICKER));
    }
  }

  private String member() {
    return group + '-' + UUID.randomUUID();
  }

  private Consumer<byte[], byte[]> joined(String id) {
    Consumer<byte[], byte[]> member =
        cluster
            .clients()
            .consumer(
                "test",
                Map.of(),
                Map.of(
                    ConsumerConfig.GROUP_ID_CONFIG,
                    group,
                    ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                    id));
    member.subscribe(List.of(topic));
    await()
        .until(() -> member.poll(Duration.ofMillis(50)) != null && !member.assignment().isEmpty());
    return member;
  }

  private Producer<byte[], byte[]> begun(String id) throws Exception {
    Producer<byte[], byte[]> producer =
        cluster.clients().producer("test", Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id));
    producer.initTransactions();
    producer.beginTransaction();
    producer.send(record()).get();
    return producer;
  }

  private ProducerRecord<byte[], byte[]> record() {
    return new ProducerRecord<>(topic, new byte[] {1});
  }

  private void commit(long offset) {
    killed.beginTransaction();
    var unused = killed.send(record());
    killed.sendOffsetsToTransaction(
        Map.of(place, new OffsetAndMetadata(offset, LogWatch.OURS)), metadata);
  }

  private void start() throws Exception {
    start(group);
  }

  private void start(String named) throws Exception {
    LogWatch watch = watch(named);
    watch.start();
    watch.close(Deadline.after(Duration.ofSeconds(5), TICKER));
  }

  private LogWatch watch(String named) {
    return new LogWatch(
        cluster.clients(), List.of(topic), Optional.of(named), Optional.empty(), TICKER);
  }
}
