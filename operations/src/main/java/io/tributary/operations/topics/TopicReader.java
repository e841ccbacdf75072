package io.tributary.operations.topics;

import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Polls;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** Reads the committed records of a topic. */
public final class TopicReader {

  /** Offsets of each partition that count as the latest; some hold no record. */
  public static final int LATEST = 10;

  private static final Duration POLL = Duration.ofMillis(500);

  private final Consumer<byte[], byte[]> consumer;

  public TopicReader(Consumer<byte[], byte[]> consumer) {
    this.consumer = consumer;
  }

  /**
   * Visits records up to the present end of the topic; when following, until the thread is
   * interrupted.
   *
   * @param closed true once the visitor takes no more
   */
  public void read(
      ReadRequest request,
      java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> visitor,
      BooleanSupplier closed) {
    List<TopicPartition> partitions = partitions(request.topic());
    consumer.assign(partitions);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    seek(request.start(), partitions, ends);
    Map<TopicPartition, Long> open = new HashMap<>(ends);
    removeReached(open);
    Supplier<ConsumerRecords<byte[], byte[]>> next = polls(request.follow());
    while ((request.follow() || !open.isEmpty()) && !closed.getAsBoolean()) {
      for (ConsumerRecord<byte[], byte[]> record : next.get()) {
        boolean wanted = request.follow() || record.offset() < end(ends, record);
        if (wanted && hasKey(request.key(), record)) {
          visitor.accept(record);
        }
      }
      removeReached(open);
    }
  }

  /** A follower waits for brokers that are away. */
  private Supplier<ConsumerRecords<byte[], byte[]>> polls(boolean follow) {
    return follow ? () -> consumer.poll(POLL) : new Polls(consumer)::next;
  }

  private static long end(Map<TopicPartition, Long> ends, ConsumerRecord<?, ?> record) {
    return ends.getOrDefault(
        new TopicPartition(record.topic(), record.partition()), Long.MAX_VALUE);
  }

  private void seek(
      ReadRequest.Start start, List<TopicPartition> partitions, Map<TopicPartition, Long> ends) {
    if (start == ReadRequest.Start.BEGINNING) {
      consumer.seekToBeginning(partitions);
      return;
    }
    long back = start == ReadRequest.Start.NOW ? 0 : LATEST;
    Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
    ends.forEach(
        (partition, end) ->
            consumer.seek(partition, Math.max(starts.getOrDefault(partition, 0L), end - back)));
  }

  private void removeReached(Map<TopicPartition, Long> open) {
    open.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
  }

  private List<TopicPartition> partitions(String topic) {
    List<PartitionInfo> known = consumer.partitionsFor(topic);
    if (known.isEmpty()) {
      throw OperationException.notFound(
          "topic " + topic + " does not exist; run `tributary topics create`");
    }
    return known.stream().map(info -> new TopicPartition(topic, info.partition())).toList();
  }

  private static boolean hasKey(Optional<String> key, ConsumerRecord<byte[], byte[]> record) {
    return key.isEmpty() || Arrays.equals(key.get().getBytes(StandardCharsets.UTF_8), record.key());
  }
}
