package io.tributary.launcher.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.kafka.Cluster;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.generation.Generation;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Against a real broker: when a generation has decided what the one before it had. */
final class HandoverWaitTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private static final String GROUP = "g2.tributary-processors";

  private final String prefix = EmbeddedBroker.newPrefix();
  private final TopicPartition place = new TopicPartition(prefix + "devices.batches", 3);
  private Cluster cluster;
  private Cluster own;
  private Settings settings;

  @BeforeEach
  void open() throws Exception {
    cluster = broker.connectToDevices(prefix);
    settings = broker.devices(prefix, Map.of("generation", "2"));
    own = Cluster.connect(settings);
  }

  @AfterEach
  void close() {
    own.close();
    cluster.close();
  }

  @Test
  void shouldGoByTopicsOfItsFamiliesAlone() throws Exception {
    Generation generation =
        generation(
            Map.of(
                new TopicPartition("devices.batches", 3), 17L,
                new TopicPartition("inbox.events", 0), 5L,
                new TopicPartition("later.facts", 0), 5L));
    assertThat(new HandoverWait(settings, generation).hasPassed(own)).isFalse();
    commit(16);
    assertThat(new HandoverWait(settings, generation).hasPassed(own)).isFalse();
    commit(17);

    assertThat(new HandoverWait(settings, generation).hasPassed(own)).isTrue();
  }

  @Test
  void shouldNotWaitForRemovedRecords() throws Exception {
    Generation generation = generation(Map.of(new TopicPartition("devices.batches", 3), 2L));
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      for (int i = 0; i < 3; i++) {
        producer.send(new ProducerRecord<>(place.topic(), 3, null, new byte[] {1})).get();
      }
    }
    assertThat(new HandoverWait(settings, generation).hasPassed(own)).isFalse();
    cluster.admin().deleteRecords(Map.of(place, RecordsToDelete.beforeOffset(2))).all().get();

    await().until(() -> new HandoverWait(settings, generation).hasPassed(own));
  }

  @Test
  void shouldNameTheNeedsOfAWaitingGateway() throws Exception {
    HandoverWait wait =
        new HandoverWait(
            settings, generation(Map.of(new TopicPartition("devices.batches", 3), 5L)));
    CompletableFuture<Void> started =
        CompletableFuture.runAsync(
            () -> {
              try {
                wait.start();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    await().until(() -> !wait.unreadyReasons().isEmpty());
    assertThat(wait.unreadyReasons().get(0).code()).isEqualTo("generation_changing");
    assertThat(started).isNotDone();
    commit(5);

    started.get(1, TimeUnit.MINUTES);
    assertThat(wait.unreadyReasons()).isEmpty();
  }

  private void commit(long offset) throws Exception {
    cluster
        .admin()
        .alterConsumerGroupOffsets(prefix + GROUP, Map.of(place, new OffsetAndMetadata(offset)))
        .all()
        .get();
  }

  private static Generation generation(Map<TopicPartition, Long> marks) {
    return new Generation(2, true, marks, 0, "");
  }
}
