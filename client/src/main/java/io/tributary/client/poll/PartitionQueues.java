package io.tributary.client.poll;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Queues of all assigned partitions, and their committed offsets. Used by the polling thread, but
 * for {@link #blockedReasons()}.
 */
final class PartitionQueues implements ConsumerRebalanceListener {

  /** A fuller queue is paused, until half is left. */
  private static final int FULL_RECORDS = 500;

  private static final long FULL_BYTES = 8L << 20;

  /**
   * With more than these 64 MiB in all queues, only empty ones get more: a failing partition must
   * not stop the others.
   */
  private static final long CROWDED = 8 * FULL_BYTES;

  private static final Duration COMMIT = Duration.ofSeconds(5);
  private static final Duration AFTER_INTERRUPT = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(PartitionQueues.class);

  private final Consumer<byte[], byte[]> consumer;
  private final Function<TopicPartition, PartitionQueue> newQueue;
  private final Duration patience;
  private final Map<TopicPartition, PartitionQueue> queues = new ConcurrentHashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
  private volatile boolean everAssigned;
  private volatile @Nullable String commitTrouble;

  /**
   * @param patience limit for the current record when its queue ends
   */
  PartitionQueues(
      Consumer<byte[], byte[]> consumer,
      Function<TopicPartition, PartitionQueue> newQueue,
      Duration patience) {
    this.consumer = consumer;
    this.newQueue = newQueue;
    this.patience = patience;
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> queues.put(partition, newQueue.apply(partition)));
    everAssigned = true;
  }

  /** Finished records are committed; the current ones may finish within the patience. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    end(partitions, patience);
    commit(finished(partitions));
    forget(partitions);
  }

  /** Another member has the partitions already. */
  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    LOG.warn("lost {} to others", partitions);
    end(partitions, Duration.ZERO);
    forget(partitions);
  }

  /** Hands polled records out, and pauses the partitions of full queues. */
  void offer(ConsumerRecords<byte[], byte[]> polled) {
    polled
        .nextOffsets()
        .forEach(
            (partition, next) -> {
              PartitionQueue queue = queues.get(partition);
              if (queue != null) {
                queue.offer(polled.records(partition), next);
              }
            });
    throttle();
  }

  private void throttle() {
    Set<TopicPartition> paused = consumer.paused();
    List<TopicPartition> full = new ArrayList<>();
    List<TopicPartition> roomy = new ArrayList<>();
    boolean crowded = queues.values().stream().mapToLong(PartitionQueue::bytes).sum() > CROWDED;
    queues.forEach(
        (partition, queue) -> {
          if (crowded ? queue.exceeds(0, 0) : queue.exceeds(FULL_RECORDS, FULL_BYTES)) {
            full.add(partition);
          } else if (paused.contains(partition)
              && !queue.exceeds(FULL_RECORDS / 2, FULL_BYTES / 2)) {
            roomy.add(partition);
          }
        });
    consumer.pause(full);
    consumer.resume(roomy);
  }

  /** Commits finished records without waiting for the answer. */
  void commitSoon() {
    Map<TopicPartition, OffsetAndMetadata> offsets = finished(queues.keySet());
    if (!offsets.isEmpty()) {
      consumer.commitAsync(offsets, this::heardOf);
    }
  }

  private void heardOf(
      Map<TopicPartition, OffsetAndMetadata> offsets, @Nullable Exception trouble) {
    if (trouble == null) {
      offsets.forEach(
          (partition, offset) -> {
            if (queues.containsKey(partition)) {
              committed.put(partition, offset);
            }
          });
      commitTrouble = null;
    } else {
      commitTrouble = "offsets could not be committed: " + trouble.getMessage();
      LOG.warn("offsets could not be committed, which is tried again: {}", trouble.toString());
    }
  }

  /** Ends all queues in order, and commits. */
  void end() {
    Set<TopicPartition> all = new HashSet<>(queues.keySet());
    onPartitionsRevoked(all);
  }

  private void end(Collection<TopicPartition> partitions, Duration limit) {
    List<PartitionQueue> ending = new ArrayList<>();
    for (TopicPartition partition : partitions) {
      PartitionQueue queue = queues.get(partition);
      if (queue != null) {
        queue.end();
        ending.add(queue);
      }
    }
    try {
      await(ending, limit);
      List<PartitionQueue> late = ending.stream().filter(PartitionQueue::interrupt).toList();
      if (!late.isEmpty()) {
        LOG.warn("records in hand of {} take too long; they are delivered again", late);
        await(late, AFTER_INTERRUPT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(List<PartitionQueue> ending, Duration limit)
      throws InterruptedException {
    long left = limit.toNanos();
    for (PartitionQueue queue : ending) {
      left = queue.awaitRest(left);
    }
  }

  private void commit(Map<TopicPartition, OffsetAndMetadata> offsets) {
    if (offsets.isEmpty()) {
      return;
    }
    try {
      consumer.commitSync(offsets, COMMIT);
    } catch (KafkaException e) {
      LOG.warn(
          "offsets could not be committed; some records are delivered again: {}", e.toString());
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> finished(Collection<TopicPartition> partitions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    for (TopicPartition partition : partitions) {
      PartitionQueue queue = queues.get(partition);
      if (queue != null) {
        queue
            .finished()
            .filter(offset -> !offset.equals(committed.get(partition)))
            .ifPresent(offset -> offsets.put(partition, offset));
      }
    }
    return offsets;
  }

  private void forget(Collection<TopicPartition> partitions) {
    queues.keySet().removeAll(partitions);
    committed.keySet().removeAll(partitions);
  }

  /** True after the group's first answer. */
  boolean wasEverAssigned() {
    return everAssigned;
  }

  /** Reasons for a standstill. */
  List<String> blockedReasons() {
    List<String> all = new ArrayList<>();
    queues.values().forEach(queue -> queue.blockedReason().ifPresent(all::add));
    String trouble = commitTrouble;
    if (trouble != null) {
      all.add(trouble);
    }
    return all;
  }
}
