package io.tributary.operations.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** Reads partitions up to given ends, and gives up after a second without a record. */
public final class BoundedRead {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int MOST_EMPTY_POLLS = 10;

  private BoundedRead() {}

  /**
   * Visits records from the consumer's positions on.
   *
   * @param open end of each partition; those read to their end are removed, and the visitor may
   *     remove others
   * @param patience longest wait for a position
   */
  public static void run(
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> open,
      Duration patience,
      Consumer<ConsumerRecord<byte[], byte[]>> visitor) {
    consumer.resume(consumer.paused());
    int empty = 0;
    while (isUnread(consumer, open, patience) && empty < MOST_EMPTY_POLLS) {
      consumer.pause(
          consumer.assignment().stream().filter(place -> !open.containsKey(place)).toList());
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      records.forEach(visitor);
      empty = records.isEmpty() ? empty + 1 : 0;
    }
  }

  private static boolean isUnread(
      org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> open,
      Duration patience) {
    open.entrySet().removeIf(end -> consumer.position(end.getKey(), patience) >= end.getValue());
    return !open.isEmpty();
  }
}
