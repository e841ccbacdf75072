package io.tributary.operations.status;

import io.tributary.operations.kafka.Groups;
import io.tributary.operations.kafka.KafkaAnswers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Questions to the cluster, each answered within the patience or failed. */
final class ClusterQueries {

  private final Admin admin;
  private final Duration patience;

  ClusterQueries(Admin admin, Duration patience) {
    this.admin = admin;
    this.patience = patience;
  }

  /**
   * Partitions of topics.
   *
   * @param served those that have a leader
   * @param offline those that have none, as {@code topic-partition}
   * @param underReplicated those of which replicas are out of sync
   * @param missing topics that are not there
   */
  record Partitions(
      List<TopicPartition> served,
      List<String> offline,
      List<String> underReplicated,
      List<String> missing) {}

  Partitions partitions(Collection<String> topics) throws InterruptedException {
    Partitions found =
        new Partitions(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<String, KafkaFuture<TopicDescription>> answers =
        new TreeMap<>(admin.describeTopics(topics).topicNameValues());
    for (Map.Entry<String, KafkaFuture<TopicDescription>> answer : answers.entrySet()) {
      try {
        sort(KafkaAnswers.within(patience, answer.getValue()), found);
      } catch (UnknownTopicOrPartitionException e) {
        found.missing().add(answer.getKey());
      }
    }
    return found;
  }

  private static void sort(TopicDescription topic, Partitions found) {
    for (TopicPartitionInfo info : topic.partitions()) {
      TopicPartition partition = new TopicPartition(topic.name(), info.partition());
      Node leader = info.leader();
      if (leader == null || leader.isEmpty()) {
        found.offline().add(partition.toString());
      } else {
        found.served().add(partition);
        if (info.isr().size() < info.replicas().size()) {
          found.underReplicated().add(partition.toString());
        }
      }
    }
  }

  Map<TopicPartition, Long> starts(Collection<TopicPartition> partitions)
      throws InterruptedException {
    return offsets(partitions, OffsetSpec.earliest());
  }

  /** Ends, also of transactions that are still open. */
  Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions)
      throws InterruptedException {
    return offsets(partitions, OffsetSpec.latest());
  }

  private Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, OffsetSpec spec)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(partition -> partition, partition -> spec));
    ListOffsetsOptions options = new ListOffsetsOptions().timeoutMs((int) patience.toMillis());
    return KafkaAnswers.within(patience, admin.listOffsets(wanted, options).all())
        .entrySet()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  /** Offsets that a group has committed; none of a group that there is not. */
  Map<TopicPartition, Long> committed(String group) throws InterruptedException {
    return new Groups(admin, patience).committed(group);
  }

  Set<Integer> brokers() throws InterruptedException {
    return KafkaAnswers.within(patience, admin.describeCluster().nodes()).stream()
        .map(Node::id)
        .collect(Collectors.toSet());
  }
}
