package io.tributary.operations.drain;

import io.tributary.operations.kafka.BoundedRead;
import io.tributary.runtime.kafka.client.KafkaClients;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Reads topics of waits, each record once, and holds the keys of open ones: those whose newest
 * record is no tombstone.
 */
final class OpenWaits implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(1);

  private final Consumer<byte[], byte[]> consumer;
  private final Map<TopicPartition, Set<ByteBuffer>> open = new HashMap<>();

  OpenWaits(KafkaClients clients, Set<TopicPartition> partitions) {
    consumer = clients.reader("tributary-cli-waits", Map.of());
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    partitions.forEach(partition -> open.put(partition, new HashSet<>()));
  }

  /**
   * Count of waits by partition up to some ends. An open transaction counts too: it may begin
   * waits.
   */
  Map<TopicPartition, Long> upTo(Map<TopicPartition, Long> ends, Duration patience) {
    Map<TopicPartition, Long> unread = new HashMap<>(ends);
    BoundedRead.run(consumer, unread, patience, this::note);
    unread.replaceAll((partition, end) -> end - consumer.position(partition, patience));
    Map<TopicPartition, Long> waits = new HashMap<>(unread);
    open.forEach((partition, keys) -> waits.merge(partition, (long) keys.size(), Long::sum));
    return waits;
  }

  private void note(ConsumerRecord<byte[], byte[]> record) {
    Set<ByteBuffer> keys =
        open.computeIfAbsent(
            new TopicPartition(record.topic(), record.partition()), partition -> new HashSet<>());
    ByteBuffer key = ByteBuffer.wrap(record.key());
    if (record.value() == null) {
      keys.remove(key);
    } else {
      keys.add(key);
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSING));
  }
}
