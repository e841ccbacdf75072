package io.tributary.runtime.kafka.client;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads assigned partitions from the consumer's positions to given ends, each in order, on the
 * caller's thread. The positions stay behind the last visited records: a later call goes on there.
 */
public final class LogReader {

  private static final Duration POLL = Duration.ofMillis(100);
  private static final int BRIEF = 10;

  private final Consumer<byte[], byte[]> consumer;
  private final Duration poll;
  private final IntPredicate waits;
  private final Duration patience;

  /**
   * A reader.
   *
   * @param waits true to poll again after so many polls in a row without progress
   * @param patience longest wait for a position
   */
  public LogReader(
      Consumer<byte[], byte[]> consumer, Duration poll, IntPredicate waits, Duration patience) {
    this.consumer = consumer;
    this.poll = poll;
    this.waits = waits;
    this.patience = patience;
  }

  /** A reader that gives up after a second without progress. */
  public static LogReader brief(Consumer<byte[], byte[]> consumer, Duration patience) {
    return new LogReader(consumer, POLL, polls -> polls < BRIEF, patience);
  }

  /** Receiver of the records. */
  @FunctionalInterface
  public interface Visitor {

    void record(ConsumerRecord<byte[], byte[]> record);

    /** True to stop; asked before each record and each poll. */
    default boolean enough() {
      return false;
    }

    /** True to leave out the rest of a partition; asked after each of its records. */
    default boolean enoughOf(TopicPartition partition) {
      return false;
    }

    /** Reports the count of offsets read so far, after each poll. */
    default void passed(long offsets) {}
  }

  /**
   * Reads a partition to its present end; Kafka's TimeoutException without progress for so long.
   */
  public static void readToEnd(
      Consumer<byte[], byte[]> consumer,
      TopicPartition partition,
      Duration patience,
      Visitor visitor) {
    long most = patience.dividedBy(POLL);
    Map<TopicPartition, Long> rest =
        new LogReader(consumer, POLL, polls -> polls < most, patience)
            .read(consumer.endOffsets(List.of(partition), patience), visitor);
    if (!rest.isEmpty() && !visitor.enough()) {
      throw new TimeoutException(partition + " cannot be read to its end");
    }
  }

  /**
   * Visits the records before the ends.
   *
   * @return ends that were not reached
   */
  public Map<TopicPartition, Long> read(Map<TopicPartition, Long> ends, Visitor visitor) {
    Map<TopicPartition, Long> open = new HashMap<>(ends);
    consumer.resume(consumer.paused());
    long all = left(open);
    long left = all;
    int stalled = 0;
    while (!open.isEmpty() && (stalled == 0 || waits.test(stalled)) && !visitor.enough()) {
      consumer.pause(
          consumer.assignment().stream().filter(each -> !open.containsKey(each)).toList());
      visit(consumer.poll(poll), open, visitor);
      long now = left(open);
      stalled = now < left ? 0 : stalled + 1;
      left = now;
      visitor.passed(all - left);
    }
    consumer.resume(consumer.paused());
    return open;
  }

  private void visit(
      ConsumerRecords<byte[], byte[]> records, Map<TopicPartition, Long> open, Visitor visitor) {
    for (TopicPartition partition : records.partitions()) {
      long end = open.getOrDefault(partition, 0L);
      for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
        if (record.offset() >= end || visitor.enough()) {
          consumer.seek(partition, record.offset());
          break;
        }
        visitor.record(record);
        if (visitor.enoughOf(partition)) {
          consumer.seek(partition, record.offset() + 1);
          open.remove(partition);
          break;
        }
      }
    }
  }

  /** Count of unread offsets; removes partitions that are read to their ends. */
  private long left(Map<TopicPartition, Long> open) {
    // a poll may end the assignment
    Set<TopicPartition> assigned = consumer.assignment();
    long left = 0;
    for (Map.Entry<TopicPartition, Long> end : Map.copyOf(open).entrySet()) {
      if (assigned.contains(end.getKey())) {
        long unread = end.getValue() - consumer.position(end.getKey(), patience);
        left += Math.max(0, unread);
        open.computeIfPresent(end.getKey(), (partition, offset) -> unread > 0 ? offset : null);
      }
    }
    return left;
  }
}
