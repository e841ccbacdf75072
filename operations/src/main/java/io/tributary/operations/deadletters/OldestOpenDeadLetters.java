package io.tributary.operations.deadletters;

import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.KafkaQueries;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Position of the oldest open dead letter of each partition, kept as commits of a group without
 * members, so that later commands skip older ones. Without the permission to commit, all is read.
 */
final class OldestOpenDeadLetters {

  private static final Logger log = LoggerFactory.getLogger(OldestOpenDeadLetters.class);
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final KafkaQueries groups;
  private final String group;

  /** Decisions read since the last save. */
  private final List<Decision> decisions = new ArrayList<>();

  private boolean saved;

  OldestOpenDeadLetters(Cluster cluster) {
    this.cluster = cluster;
    this.groups = new KafkaQueries(cluster.admin(), PATIENCE);
    this.group = cluster.clients().group("open-dead-letters");
  }

  private record Decision(DeadLetterId deadLetter, TopicPartition partition, long offset) {}

  /** Moves the consumer to the oldest relevant record of each partition. */
  void seek(Consumer<byte[], byte[]> consumer) throws InterruptedException {
    Set<TopicPartition> partitions = consumer.assignment();
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    Map<TopicPartition, Long> starts = new HashMap<>(consumer.beginningOffsets(partitions));
    decided()
        .forEach(
            (partition, offset) -> {
              // a topic that was made anew may end before it
              if (offset <= ends.getOrDefault(partition, -1L)) {
                starts.computeIfPresent(partition, (same, start) -> Math.max(start, offset));
              }
            });
    starts.forEach(consumer::seek);
  }

  private Map<TopicPartition, Long> decided() throws InterruptedException {
    try {
      return groups.committed(group);
    } catch (KafkaException e) {
      log.debug("cannot read the offsets of {}", group, e);
      return Map.of();
    }
  }

  void decided(DeadLetterId deadLetter, TopicPartition partition, long offset) {
    if (!saved) {
      decisions.add(new Decision(deadLetter, partition, offset));
    }
  }

  /**
   * Saves the position, once.
   *
   * @param consumer has read all
   */
  void save(Consumer<byte[], byte[]> consumer, Set<DeadLetterId> open) throws InterruptedException {
    if (saved) {
      return;
    }
    saved = true;
    Map<TopicPartition, Long> starts = new HashMap<>();
    consumer.assignment().forEach(partition -> starts.put(partition, consumer.position(partition)));
    open.forEach(
        deadLetter -> starts.merge(partitionOf(deadLetter), deadLetter.offset(), Math::min));
    for (Decision decision : decisions) {
      Long oldest = starts.get(partitionOf(decision.deadLetter()));
      if (oldest != null && decision.deadLetter().offset() >= oldest) {
        starts.merge(decision.partition(), decision.offset(), Math::min);
      }
    }
    decisions.clear();
    commit(starts);
  }

  private void commit(Map<TopicPartition, Long> starts) throws InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
    starts.forEach((partition, offset) -> commits.put(partition, new OffsetAndMetadata(offset)));
    try {
      groups.commit(group, commits);
    } catch (KafkaException e) {
      log.debug("cannot commit the offsets of {}", group, e);
    }
  }

  private TopicPartition partitionOf(DeadLetterId deadLetter) {
    return new TopicPartition(
        cluster.clients().topics().of(Topics.deadLettersOf(deadLetter.family())),
        deadLetter.partition());
  }
}
