package io.tributary.operations.drain;

import io.tributary.runtime.kafka.client.KafkaClients;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Looks into gaps: one that holds nothing but the markers of transactions, or what an aborted one
 * left, is no lag, since no consumer will ever get a record out of it.
 */
public final class GapReader implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration CLOSING = Duration.ofSeconds(1);
  private static final int MOST_POLLS_IN_VAIN = 10;

  /** One record of each partition is enough. */
  private static final int FETCH_BYTES = 64 * 1024;

  private final KafkaClients clients;
  private @Nullable Consumer<byte[], byte[]> consumer;

  /** Makes its consumer when there is a gap to look into. */
  public GapReader(KafkaClients clients) {
    this.clients = clients;
  }

  /**
   * The gaps that hold a record, and since when, or may hold one because a transaction is open.
   *
   * @param patience how long to wait for the broker to say where reading begins
   */
  public Map<TopicPartition, OffsetRange> withRecords(
      Map<TopicPartition, OffsetRange> gaps, Duration patience) {
    Map<TopicPartition, OffsetRange> found = new HashMap<>();
    if (gaps.isEmpty()) {
      return found;
    }
    Map<TopicPartition, OffsetRange> open = new HashMap<>(gaps);
    Consumer<byte[], byte[]> reader = reader();
    reader.assign(gaps.keySet());
    gaps.forEach((partition, gap) -> reader.seek(partition, gap.from()));
    int inVain = 0;
    while (!open.isEmpty() && inVain < MOST_POLLS_IN_VAIN) {
      int before = open.size();
      for (ConsumerRecord<byte[], byte[]> record : reader.poll(POLL)) {
        TopicPartition partition = new TopicPartition(record.topic(), record.partition());
        Optional.ofNullable(open.remove(partition))
            .filter(gap -> record.offset() < gap.to())
            .ifPresent(gap -> found.put(partition, gap.since(record.timestamp())));
      }
      open.entrySet()
          .removeIf(gap -> reader.position(gap.getKey(), patience) >= gap.getValue().to());
      reader.pause(gaps.keySet().stream().filter(p -> !open.containsKey(p)).toList());
      inVain = open.size() < before ? 0 : inVain + 1;
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
        clients.reader(
            "tributary-cli-drained",
            Map.of(
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                1,
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                FETCH_BYTES));
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
