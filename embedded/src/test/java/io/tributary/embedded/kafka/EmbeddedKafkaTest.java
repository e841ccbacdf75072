package io.tributary.embedded.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.embedded.child.ListeningSockets;
import io.tributary.embedded.child.StartedChild;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedKafkaTest {
  private static final Duration STOP_LIMIT = Duration.ofMinutes(1);
  private static final List<String> HUNDRED =
      IntStream.range(0, 100).mapToObj(i -> "value-" + i).toList();

  private Path directory;

  @BeforeEach
  void useAFreshDirectory(@TempDir Path fresh) {
    directory = fresh;
  }

  @Test
  void shouldKeepAcknowledgedRecordsThroughAKillAndServeThemFromItsFirstMomentOn()
      throws Exception {
    try (StartedChild predecessor = start()) {
      String address = predecessor.ready("kafka");
      KafkaClient client = new KafkaClient(address);
      String clusterId = client.clusterId();
      client.createTopic("records");
      client.createTopic("wide", 100);
      client.produce("records", HUNDRED);
      try (StartedChild successor = startAt(address)) {
        assertThat(successor.line(Duration.ofSeconds(2)))
            .as("while its predecessor lives")
            .isNull();

        predecessor.kill();

        assertThat(successor.ready("kafka")).isEqualTo(address);
        assertThat(client.refusalsOfFirstWrites("wide", 100)).isEmpty();
        assertThat(client.consume("records", 100)).containsExactlyElementsOf(HUNDRED);
        assertThat(client.clusterId()).isEqualTo(clusterId);
        client.createTopic("afterwards");
      }
    }
  }

  @Test
  void shouldKeepRecordsThroughAnOrderlyStop() throws Exception {
    try (StartedChild child = start()) {
      String address = child.ready("kafka");
      assertThat(address).matches("127\\.0\\.0\\.1:[1-9][0-9]+");
      assertThat(ListeningSockets.exposedBy(child.pid())).isEmpty();
      KafkaClient client = new KafkaClient(address);
      client.createTopic("records");
      client.produceAndAbort("records", List.of("taken back"));
      client.produceAndCommit("records", List.of("kept"));
      child.terminate();
      assertThat(child.exitCode(STOP_LIMIT)).isZero();
    }
    assertThat(cleanShutdown()).exists();

    try (StartedChild child =
        start(
            "--setting", "message.max.bytes=36700160", "--setting", "log.retention.ms=86400000")) {
      KafkaClient client = new KafkaClient(child.ready("kafka"));
      assertThat(client.consume("records", 1)).containsExactly("kept");
      requireProperties(client);
      child.leave();
      assertThat(child.exitCode(STOP_LIMIT)).isZero();
      assertThat(child.unread()).as("standard output beyond the ready line").isEmpty();
    }
    assertThat(cleanShutdown()).exists();
  }

  /** Requires both settings, and a default beside them. */
  private static void requireProperties(KafkaClient client) throws Exception {
    int thirtyFiveMebibytes = 35 * 1024 * 1024;
    client.createTopic("large");
    client.produce("large", List.of("x".repeat(thirtyFiveMebibytes - 1024)));
    assertThat(client.brokerProperty("message.max.bytes")).isEqualTo("36700160");
    assertThat(client.brokerProperty("log.retention.ms")).isEqualTo("86400000");
    assertThat(client.brokerProperty("auto.create.topics.enable")).isEqualTo("false");
  }

  private Path cleanShutdown() {
    return directory.resolve(".kafka_cleanshutdown");
  }

  @Test
  void shouldSayWhichPropertyIsWrong() throws Exception {
    try (StartedChild child = start("--setting", "num.io.threads=many")) {
      assertThat(child.exitCode(STOP_LIMIT)).isEqualTo(1);
      assertThat(child.errors())
          .endsWith(
              "cannot start: Invalid value many for configuration num.io.threads:"
                  + " Not a number of type INT\n");
    }
  }

  @Test
  void shouldRejectASettingWithoutAKey() throws Exception {
    try (StartedChild child = start("--setting", "=1")) {
      assertThat(child.exitCode(STOP_LIMIT)).isEqualTo(2);
      assertThat(child.errors()).endsWith("cannot start: --setting takes key=value, not =1\n");
    }
  }

  private StartedChild start(String... more) throws IOException {
    return startAt("127.0.0.1:0", more);
  }

  private StartedChild startAt(String address, String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("--listen", address, "--data", directory.toString()));
    arguments.addAll(List.of(more));
    return StartedChild.start(EmbeddedKafka.class, arguments.toArray(String[]::new));
  }
}
