package io.tributary.client.poll;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Polls that start at a log's beginning, and note offsets that were removed before they came. */
final class LogGaps {

  private static final Logger LOG = LoggerFactory.getLogger(LogGaps.class);

  /** A single offset is the marker behind the last record of a transaction. */
  private static final long MARKER = 1;

  private final Consumer<byte[], byte[]> consumer;
  private final SortedMap<String, Long> lost = new ConcurrentSkipListMap<>();

  LogGaps(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
    try {
      return consumer.poll(timeout);
    } catch (NoOffsetForPartitionException e) {
      consumer.seekToBeginning(e.partitions());
    } catch (OffsetOutOfRangeException e) {
      note(e.offsetOutOfRangePartitions());
      consumer.seekToBeginning(e.partitions());
    }
    return ConsumerRecords.empty();
  }

  private void note(Map<TopicPartition, Long> positions) {
    consumer
        .beginningOffsets(positions.keySet())
        .forEach(
            (place, start) -> {
              long gap = start - positions.getOrDefault(place, start);
              if (gap > MARKER) {
                lost.merge(place.toString(), gap, Long::sum);
                LOG.error("{} offsets of {} were removed before they were read", gap, place);
              }
            });
  }

  /** Losses since the start, in words. */
  List<String> reasons() {
    return lost.entrySet().stream()
        .map(
            gap ->
                gap.getValue()
                    + " offsets of "
                    + gap.getKey()
                    + " were removed before they were read")
        .toList();
  }
}
