package io.tributary.operations.drain;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets of a partition that a stage has not finished.
 *
 * @param from first offset
 * @param to offset behind the last
 * @param since time of the first record by the broker, in epoch milliseconds; empty until one is
 *     read
 */
public record OffsetRange(long from, long to, OptionalLong since) {

  /** The ranges that are not empty. */
  public static Map<TopicPartition, OffsetRange> between(
      Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    Map<TopicPartition, OffsetRange> ranges = new HashMap<>();
    to.forEach(
        (partition, end) -> {
          Long start = from.get(partition);
          if (start != null && start < end) {
            ranges.put(partition, new OffsetRange(start, end, OptionalLong.empty()));
          }
        });
    return ranges;
  }

  /** The same; without a record that can be read, its time is that of an open transaction. */
  public OffsetRange since(long millis) {
    return since.isPresent() ? this : new OffsetRange(from, to, OptionalLong.of(millis));
  }

  public long length() {
    return to - from;
  }
}
