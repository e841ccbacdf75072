package io.tributary.benchmarks;

import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;

/** A process that reads all topics and does nothing else. Argument: the brokers. */
final class Reader {

  private static final Duration POLL = Duration.ofMillis(500);

  private Reader() {}

  /** Reads until standard input ends. */
  public static void main(String[] arguments) {
    KafkaClients clients =
        new KafkaClients(Settings.of(Map.of(KafkaSettings.BOOTSTRAP_SERVERS.key(), arguments[0])));
    Thread reader = new Thread(() -> read(clients), "reader");
    ChildProcess.run(
        child -> {
          reader.start();
          return new RunningServer("reader=started", reader::interrupt);
        });
  }

  private static void read(KafkaClients clients) {
    Map<String, Object> config =
        Map.of(
            ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
            1 << 20,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            (int) POLL.toMillis());
    try (Consumer<byte[], byte[]> consumer = clients.reader("benchmark", config)) {
      List<TopicPartition> partitions =
          Topics.all().stream()
              .flatMap(topic -> consumer.partitionsFor(clients.topics().of(topic)).stream())
              .map(found -> new TopicPartition(found.topic(), found.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToEnd(partitions);
      while (!Thread.currentThread().isInterrupted()) {
        consumer.poll(POLL);
      }
    }
  }
}
