package io.tributary.operations.drain;

import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.LogReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Reads gaps: one with nothing but markers of transactions or aborted records is no lag, since no
 * consumer gets a record of it.
 */
public final class GapReader implements AutoCloseable {

  private static final Duration CLOSING = Duration.ofSeconds(1);

  /** One record of each partition suffices. */
  private static final int FETCH_BYTES = 64 * 1024;

  private final KafkaClients clients;
  private @Nullable Consumer<byte[], byte[]> consumer;

  /** Opens a consumer at the first gap. */
  public GapReader(KafkaClients clients) {
    this.clients = clients;
  }

  /**
   * Gaps with a record, and its time, or with an open transaction.
   *
   * @param patience longest wait for a position
   */
  public Map<TopicPartition, OffsetRange> withRecords(
      Map<TopicPartition, OffsetRange> gaps, Duration patience) {
    if (gaps.isEmpty()) {
      return Map.of();
    }
    Map<TopicPartition, OffsetRange> found = new HashMap<>();
    Map<TopicPartition, Long> open = new HashMap<>();
    Consumer<byte[], byte[]> reader = reader();
    reader.assign(gaps.keySet());
    gaps.forEach(
        (partition, gap) -> {
          reader.seek(partition, gap.from());
          open.put(partition, gap.to());
        });
    LogReader.brief(reader, patience)
        .read(
            open,
            new LogReader.Visitor() {
              @Override
              public void record(ConsumerRecord<byte[], byte[]> record) {
                TopicPartition partition = new TopicPartition(record.topic(), record.partition());
                OffsetRange gap = Objects.requireNonNull(gaps.get(partition));
                found.put(
                    partition,
                    new OffsetRange(gap.from(), gap.to(), OptionalLong.of(record.timestamp())));
              }

              @Override
              public boolean enoughOf(TopicPartition partition) {
                return found.containsKey(partition);
              }
            })
        .keySet()
        .forEach(
            partition -> found.putIfAbsent(partition, Objects.requireNonNull(gaps.get(partition))));
    reader.unsubscribe();
    return found;
  }

  private Consumer<byte[], byte[]> reader() {
    Consumer<byte[], byte[]> made = consumer;
    if (made == null) {
      made =
          clients.reader(
              "tributary-cli-drained",
              Map.of(
                  ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                  1,
                  ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                  FETCH_BYTES));
      consumer = made;
    }
    return made;
  }

  @Override
  public void close() {
    if (consumer != null) {
      consumer.close(CloseOptions.timeout(CLOSING));
    }
  }
}
