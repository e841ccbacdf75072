package io.tributary.operations.topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

class TopicReaderTest {

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private final List<String> keys = new CopyOnWriteArrayList<>();
  private Cluster cluster;
  private String topic;
  private Consumer<byte[], byte[]> consumer;
  private TopicReader reader;

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    topic = test.getTestMethod().orElseThrow().getName();
    cluster = broker.connect();
    EmbeddedBroker.createTopic(cluster, topic);
    consumer = cluster.clients().consumer("reader-test", Map.of());
    reader = new TopicReader(consumer);
  }

  @AfterEach
  void close() {
    consumer.close();
    cluster.close();
  }

  private void send(Producer<byte[], byte[]> producer, String key) throws Exception {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    producer.send(new ProducerRecord<>(topic, 0, bytes, null)).get();
  }

  private void read(ReadRequest request) {
    reader.read(
        request, record -> keys.add(new String(record.key(), StandardCharsets.UTF_8)), () -> false);
  }

  private ReadRequest request(ReadRequest.Start start, String... key) {
    return new ReadRequest(
        topic, start, Optional.ofNullable(key.length == 0 ? null : key[0]), false);
  }

  @Test
  void shouldPrintWhatIsAskedForUpToTheEnd() throws Exception {
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      for (int i = 1; i <= 12; i++) {
        send(producer, "k" + i % 6);
      }
    }

    read(request(ReadRequest.Start.BEGINNING));
    assertThat(keys).hasSize(12).startsWith("k1", "k2");
    keys.clear();
    read(request(ReadRequest.Start.LATELY));
    assertThat(keys).hasSize(10).startsWith("k3", "k4");
    keys.clear();
    read(request(ReadRequest.Start.BEGINNING, "k5"));
    assertThat(keys).containsExactly("k5", "k5");
    keys.clear();
    read(request(ReadRequest.Start.NOW));
    assertThat(keys).isEmpty();
  }

  @Test
  void shouldPrintOnlyWhatIsCommitted() throws Exception {
    try (Producer<byte[], byte[]> producer =
        cluster.clients().producer("test", Map.of("transactional.id", topic))) {
      producer.initTransactions();
      producer.beginTransaction();
      send(producer, "aborted");
      producer.abortTransaction();
      producer.beginTransaction();
      send(producer, "committed");
      producer.commitTransaction();
    }
    EmbeddedBroker.awaitSettled(cluster, topic);

    read(request(ReadRequest.Start.BEGINNING));

    assertThat(keys).containsExactly("committed");
  }

  @Test
  void shouldFollowUntilInterrupted() throws Exception {
    AtomicReference<Throwable> end = new AtomicReference<>();
    Thread follower =
        new Thread(
            () ->
                read(new ReadRequest(topic, ReadRequest.Start.BEGINNING, Optional.empty(), true)));
    follower.setUncaughtExceptionHandler((thread, failure) -> end.set(failure));
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      send(producer, "before");
      follower.start();
      await().until(() -> keys.contains("before"));
      send(producer, "after");
      await().until(() -> keys.contains("after"));
    }

    follower.interrupt();
    follower.join(10_000);
    assertThat(end.get()).isInstanceOf(InterruptException.class);
    assertThat(keys).containsExactly("before", "after");
  }

  @Test
  void shouldNameWhatToDoAboutAMissingTopic() {
    ReadRequest missing =
        new ReadRequest("no-such-topic", ReadRequest.Start.BEGINNING, Optional.empty(), false);

    assertThatThrownBy(() -> read(missing))
        .isInstanceOf(OperationException.class)
        .hasMessage("topic no-such-topic does not exist; run `tributary topics create`");
  }
}
