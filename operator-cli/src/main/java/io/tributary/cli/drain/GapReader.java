package io.tributary.cli.drain;

import io.tributary.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Looks into gaps: one that holds nothing but the markers of transactions, or what an aborted one
 * left, is no lag, since no consumer will ever get a record out of it.
 */
final class GapReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final int MOST_POLLS = 10;

  private final KafkaClients clients;
  private @Nullable Consumer<byte[], byte[]> consumer;

  GapReader(KafkaClients clients) {
    this.clients = clients;
  }

  /** The gaps that hold a record, or may hold one because a transaction is open. */
  Map<TopicPartition, Gap> withRecords(Map<TopicPartition, Gap> gaps, Duration patience) {
    Map<TopicPartition, Gap> found = new HashMap<>();
    if (gaps.isEmpty()) {
      return found;
    }
    Map<TopicPartition, Gap> open = new HashMap<>(gaps);
    Consumer<byte[], byte[]> reader = reader();
    reader.assign(gaps.keySet());
    gaps.forEach((partition, gap) -> reader.seek(partition, gap.from()));
    for (int polls = 0; polls < MOST_POLLS && !open.isEmpty(); polls++) {
      Set<TopicPartition> withRecords = reader.poll(POLL).partitions();
      withRecords.stream().filter(open::containsKey).forEach(p -> found.put(p, gaps.get(p)));
      open.keySet().removeAll(withRecords);
      open.entrySet()
          .removeIf(gap -> reader.position(gap.getKey(), patience) >= gap.getValue().to());
      reader.pause(gaps.keySet().stream().filter(p -> !open.containsKey(p)).toList());
    }
    found.putAll(open);
    reader.unsubscribe();
    return found;
  }

  private Consumer<byte[], byte[]> reader() {
    Consumer<byte[], byte[]> existing = consumer;
    if (existing != null) {
      return existing;
    }
    Consumer<byte[], byte[]> made =
        clients.consumer(
            "tributary-cli-drained", Map.of(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 1));
    consumer = made;
    return made;
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(CLOSING));
    }
  }
}
