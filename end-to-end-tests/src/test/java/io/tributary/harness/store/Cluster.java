package io.tributary.harness.store;

import io.tributary.harness.pipeline.Endpoints;
import io.tributary.harness.process.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/** What an operator does to a Kafka cluster by hand before a replay. */
public final class Cluster implements AutoCloseable {

  private final Admin admin;

  public Cluster(Endpoints endpoints) {
    admin = Admin.create(endpoints.connection());
  }

  /** Sets every offset that a group has committed to the log's beginning; it must be stopped. */
  public void rewind(String group) {
    Set<TopicPartition> read =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).keySet();
    Map<TopicPartition, OffsetAndMetadata> beginnings =
        get(
                admin
                    .listOffsets(
                        read.stream()
                            .collect(
                                Collectors.toMap(
                                    Function.identity(), any -> OffsetSpec.earliest())))
                    .all())
            .entrySet()
            .stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey, found -> new OffsetAndMetadata(found.getValue().offset())));
    get(admin.alterConsumerGroupOffsets(group, beginnings).all());
  }

  /** Offsets that a group has committed, summed up; 0 of one that is not there. */
  public long committed(String group) {
    if (get(admin.listGroups().all()).stream().noneMatch(each -> each.groupId().equals(group))) {
      return 0;
    }
    return get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .values()
        .stream()
        .mapToLong(OffsetAndMetadata::offset)
        .sum();
  }

  /** How many consumers a group has, also those that it has not missed yet. */
  public int members(String group) {
    return get(admin.describeConsumerGroups(List.of(group)).all()).values().stream()
        .mapToInt(description -> description.members().size())
        .sum();
  }

  /** Number of the broker whose controller leads. */
  public int controller() {
    return get(admin.describeMetadataQuorum().quorumInfo()).leaderId();
  }

  /** Waits until each partition has all of its replicas in sync, and returns how many there are. */
  public int awaitInSync() {
    Eventually.await("all replicas to be in sync")
        .ignoreExceptions()
        .until(
            () ->
                partitions().values().stream()
                    .allMatch(partition -> partition.isr().size() == partition.replicas().size()));
    return partitions().size();
  }

  /** Gives each partition another leader, and returns how many have moved. */
  public int moveLeaders() {
    Map<TopicPartition, Optional<NewPartitionReassignment>> rotated = new HashMap<>();
    partitions()
        .forEach(
            (place, partition) -> {
              List<Integer> replicas =
                  new ArrayList<>(partition.replicas().stream().map(Node::id).toList());
              Collections.rotate(replicas, 1);
              rotated.put(place, Optional.of(new NewPartitionReassignment(replicas)));
            });
    get(admin.alterPartitionReassignments(rotated).all());
    return (int)
        get(admin.electLeaders(ElectionType.PREFERRED, rotated.keySet()).partitions())
            .values()
            .stream()
            .filter(Optional::isEmpty)
            .count();
  }

  /** Replicas of each topic, and its partitions. */
  public Set<List<Integer>> sizes(Collection<String> topics) {
    return get(admin.describeTopics(topics).allTopicNames()).values().stream()
        .map(
            topic ->
                List.of(topic.partitions().size(), topic.partitions().get(0).replicas().size()))
        .collect(Collectors.toSet());
  }

  private Map<TopicPartition, TopicPartitionInfo> partitions() {
    return partitions(get(admin.listTopics(new ListTopicsOptions().listInternal(true)).names()));
  }

  private Map<TopicPartition, TopicPartitionInfo> partitions(Collection<String> topics) {
    Map<TopicPartition, TopicPartitionInfo> partitions = new HashMap<>();
    get(admin.describeTopics(topics).allTopicNames())
        .forEach(
            (name, topic) ->
                topic
                    .partitions()
                    .forEach(
                        partition ->
                            partitions.put(
                                new TopicPartition(name, partition.partition()), partition)));
    return partitions;
  }

  /** Deletes topics, and returns once the brokers know. */
  public void delete(Collection<String> names) {
    get(admin.deleteTopics(names).all());
    Eventually.await("the topics to be gone").until(() -> Collections.disjoint(topics(), names));
  }

  /** Deletes every record of a topic, as its retention would. */
  public void forget(String topic) {
    int partitions =
        get(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
            .mapToInt(description -> description.partitions().size())
            .sum();
    get(admin.deleteRecords(everything(topic, partitions)).all());
  }

  /** The same of a compacted topic, after somebody has given it a retention, too. */
  public void forgetCompacted(String topic) {
    configure(topic, "cleanup.policy", "compact,delete");
    Eventually.await("the broker to know the policy")
        .ignoreExceptions()
        .untilAsserted(() -> forget(topic));
  }

  /** Deletes older records, up to any offset; false for a compacted topic, whose broker refuses. */
  public boolean cut(String topic, Random random) {
    Map<TopicPartition, RecordsToDelete> before = new HashMap<>();
    ends(List.of(topic))
        .forEach(
            (place, end) ->
                before.put(
                    place, RecordsToDelete.beforeOffset((long) (random.nextDouble() * (end + 1)))));
    try {
      get(admin.deleteRecords(before).all());
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /** Sets every offset of a stopped group to the end of its log. */
  public void skip(String group) {
    Set<String> read =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata()).keySet().stream()
            .map(TopicPartition::topic)
            .collect(Collectors.toSet());
    read.retainAll(topics());
    Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>();
    ends(read).forEach((place, end) -> ends.put(place, new OffsetAndMetadata(end)));
    get(admin.alterConsumerGroupOffsets(group, ends).all());
  }

  private Map<TopicPartition, Long> ends(Collection<String> topics) {
    Map<TopicPartition, OffsetSpec> places = new HashMap<>();
    partitions(topics).keySet().forEach(place -> places.put(place, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    get(admin.listOffsets(places).all()).forEach((place, end) -> ends.put(place, end.offset()));
    return ends;
  }

  public void configure(String topic, String key, String value) {
    AlterConfigOp change = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
    get(
        admin
            .incrementalAlterConfigs(
                Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(change)))
            .all());
  }

  /** Raises the partitions of a topic. */
  public void raise(String topic, int more) {
    int now =
        get(admin.describeTopics(List.of(topic)).allTopicNames()).values().stream()
            .mapToInt(found -> found.partitions().size())
            .sum();
    get(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(now + more))).all());
  }

  private static Map<TopicPartition, RecordsToDelete> everything(String topic, int partitions) {
    return IntStream.range(0, partitions)
        .boxed()
        .collect(
            Collectors.toMap(
                partition -> new TopicPartition(topic, partition),
                any -> RecordsToDelete.beforeOffset(-1)));
  }

  /** Takes all members out of the groups whose names start so; those who live join again. */
  public void evict(String prefix) {
    get(admin.listGroups().all()).stream()
        .map(GroupListing::groupId)
        .filter(group -> group.startsWith(prefix) && members(group) > 0)
        .forEach(
            group ->
                get(
                    admin
                        .removeMembersFromConsumerGroup(
                            group, new RemoveMembersFromConsumerGroupOptions())
                        .all()));
  }

  /** Every topic but Kafka's own. */
  public Set<String> topics() {
    return get(admin.listTopics().names());
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }

  private static <T> T get(KafkaFuture<T> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }
}
