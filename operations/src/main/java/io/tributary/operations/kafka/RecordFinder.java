package io.tributary.operations.kafka;

import io.tributary.runtime.kafka.client.KafkaClients;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Single committed records of topics, by their places. */
public final class RecordFinder implements AutoCloseable {

  /** The consumer has nothing to finish. */
  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;

  private RecordFinder(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  public static RecordFinder open(KafkaClients clients) {
    return new RecordFinder(clients.reader("tributary-cli-find", Map.of()));
  }

  /**
   * The record at a position; empty if there is none.
   *
   * @param topic in the cluster
   */
  public Optional<ConsumerRecord<byte[], byte[]>> find(String topic, int partition, long offset) {
    if (partition >= partitions(topic)) {
      return Optional.empty();
    }
    TopicPartition place = new TopicPartition(topic, partition);
    long start = consumer.beginningOffsets(List.of(place)).getOrDefault(place, 0L);
    long end = consumer.endOffsets(List.of(place)).getOrDefault(place, 0L);
    if (offset < start || offset >= end) {
      return Optional.empty();
    }
    consumer.assign(List.of(place));
    consumer.seek(place, offset);
    AtomicReference<ConsumerRecord<byte[], byte[]>> found = new AtomicReference<>();
    TopicScan.read(consumer, Map.of(place, offset + 1), found::set);
    return Optional.ofNullable(found.get());
  }

  /** Count of partitions; 0 for a missing topic. */
  public int partitions(String topic) {
    return consumer.partitionsFor(topic).size();
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSING));
  }
}
