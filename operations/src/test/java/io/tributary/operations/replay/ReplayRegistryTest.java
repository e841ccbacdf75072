package io.tributary.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.operations.EmbeddedBroker;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.RegisterExtension;

final class ReplayRegistryTest {

  private static final ReplaySpec SPEC =
      new ReplaySpec(new TreeSet<>(List.of("history", "devices")), "g2-", "acme#", false);

  @RegisterExtension static final EmbeddedBroker broker = new EmbeddedBroker();

  private Cluster cluster;
  private String topic;

  @BeforeEach
  void createTopic(TestInfo test) throws Exception {
    topic = test.getTestMethod().orElseThrow().getName();
    cluster = broker.connect();
    EmbeddedBroker.createTopic(cluster, topic);
    try (Producer<byte[], byte[]> producer = cluster.clients().producer("test", Map.of())) {
      for (int i = 0; i < 10; i++) {
        byte[] bytes = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
        producer.send(new ProducerRecord<>(topic, 0, bytes, bytes)).get();
      }
    }
  }

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void shouldRememberReplaysAndTheirProgress() throws Exception {
    ReplayRegistry book = new ReplayRegistry(cluster);
    assertThat(book.find("first")).isEmpty();
    begin(book, "first");

    ReplayProgress begun = book.find("first").orElseThrow();
    assertThat(begun.spec()).isEqualTo(SPEC);
    assertThat(begun.total()).isEqualTo(10);
    assertThat(begun.done()).isZero();
    commit("tributary-replay-first", 4);
    assertThat(book.find("first").orElseThrow().done()).isEqualTo(4);
    commit("tributary-replay-first", 11);
    assertThat(book.find("first").orElseThrow().done()).isEqualTo(10);
    assertThat(book.find("first").orElseThrow().isFinished()).isTrue();

    begin(book, "first");
    assertThat(book.find("first").orElseThrow().done()).isZero();
    assertThat(book.all().stream().map(ReplayProgress::name)).contains("first");
  }

  @Test
  void shouldRefuseToBeginARunningReplay() throws Exception {
    ReplayRegistry book = new ReplayRegistry(cluster);
    begin(book, "running");
    commit("tributary-replay-running", 10);
    try (Consumer<byte[], byte[]> member = member("tributary-replay-running")) {
      assertThatThrownBy(() -> begin(book, "running"))
          .isInstanceOf(OperationException.class)
          .hasMessage("replay running runs");

      assertThat(member.assignment()).isNotEmpty();
      assertThat(book.find("running").orElseThrow().isFinished()).isTrue();
    }
  }

  @Test
  void shouldBeginAgainAfterTheKilledMemberHasLeftTheGroup() throws Exception {
    ReplayRegistry book = new ReplayRegistry(cluster);
    begin(book, "killed");
    commit("tributary-replay-killed", 10);
    Consumer<byte[], byte[]> member = member("tributary-replay-killed");
    CompletableFuture<Void> leaving =
        CompletableFuture.runAsync(
            member::close, CompletableFuture.delayedExecutor(2, TimeUnit.SECONDS));

    begin(book, "killed", Duration.ofSeconds(60));

    leaving.get(1, TimeUnit.MINUTES);
    assertThat(book.find("killed").orElseThrow().done()).isZero();
  }

  private Consumer<byte[], byte[]> member(String group) {
    Consumer<byte[], byte[]> member =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                cluster.clients().passThrough().get("bootstrap.servers"),
                "group.id",
                group),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    member.subscribe(List.of(topic));
    while (member.assignment().isEmpty()) {
      member.poll(Duration.ofMillis(100));
    }
    return member;
  }

  @Test
  void shouldScanRecordsOfATime() {
    List<Long> times;
    try (TopicScan scan = TopicScan.open(cluster, List.of(topic))) {
      assertThat(scan.offsets()).isEqualTo(10);
      assertThat(scan.first(3)).hasSize(3);
      times = scan.first(10).stream().map(ConsumerRecord::timestamp).toList();
      assertThat(scan.oldest()).contains(Instant.ofEpochMilli(times.get(0)));
    }
    Instant middle = Instant.ofEpochMilli(times.get(5));
    long before = times.stream().filter(time -> time < times.get(5)).count();
    try (TopicScan scan = TopicScan.open(cluster, List.of(topic)).since(middle)) {
      assertThat(scan.offsets()).isEqualTo(10 - before);
    }
    Instant tomorrow = Instant.ofEpochMilli(times.get(9)).plus(Duration.ofDays(1));
    try (TopicScan scan = TopicScan.open(cluster, List.of(topic)).since(tomorrow)) {
      assertThat(scan.offsets()).isZero();
    }
  }

  private void begin(ReplayRegistry book, String name) throws InterruptedException {
    begin(book, name, Duration.ZERO);
  }

  private void begin(ReplayRegistry book, String name, Duration patience)
      throws InterruptedException {
    try (TopicScan scan = TopicScan.open(cluster, List.of(topic))) {
      book.begin(name, SPEC, scan, Deadline.after(patience, System::nanoTime));
    }
  }

  private void commit(String group, long offset) throws Exception {
    cluster
        .admin()
        .alterConsumerGroupOffsets(
            group, Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(offset)))
        .all()
        .get();
  }
}
