package io.tributary.operations.kafka;

import io.tributary.operations.OperationException;
import io.tributary.runtime.kafka.client.KafkaAnswers;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Questions to a cluster about partitions, offsets, consumer groups and sizes. A group that does
 * not exist is empty.
 */
public final class KafkaQueries {

  private static final Logger log = LoggerFactory.getLogger(KafkaQueries.class);
  private static final long PAUSE_MILLIS = 300;

  /** Killed processors have one for 30 s, and up to 10 s more until the broker aborts it. */
  private static final Duration LONGEST_TRANSACTION = Duration.ofSeconds(60);

  private final Admin admin;
  private final Supplier<Duration> patience;

  public KafkaQueries(Admin admin) {
    this(admin, KafkaAnswers.LIMIT);
  }

  public KafkaQueries(Admin admin, Duration patience) {
    this(admin, () -> patience);
  }

  /**
   * Questions with a changing time limit.
   *
   * @param patience longest wait, asked before each question
   */
  public KafkaQueries(Admin admin, Supplier<Duration> patience) {
    this.admin = admin;
    this.patience = patience;
  }

  public List<Integer> brokers() throws InterruptedException {
    return answer(admin.describeCluster().nodes()).stream().map(Node::id).toList();
  }

  /** Partitions of topics of the catalogue; {@link OperationException} if one is missing. */
  public Set<TopicPartition> partitions(Collection<String> topics) throws InterruptedException {
    try {
      return answer(admin.describeTopics(topics).allTopicNames()).values().stream()
          .flatMap(
              topic ->
                  topic.partitions().stream()
                      .map(info -> new TopicPartition(topic.name(), info.partition())))
          .collect(Collectors.toSet());
    } catch (UnknownTopicOrPartitionException e) {
      throw OperationException.failed(
          "topics of the catalogue are missing; run `tributary topics create`");
    }
  }

  /** Offsets of the oldest records. */
  public Map<TopicPartition, Long> starts(Collection<TopicPartition> partitions)
      throws InterruptedException {
    return offsets(partitions, OffsetSpec.earliest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /** End offsets, those of open transactions included. */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions)
      throws InterruptedException {
    return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_UNCOMMITTED);
  }

  /** End offsets before open transactions. */
  public Map<TopicPartition, Long> stableEnds(Collection<TopicPartition> partitions)
      throws InterruptedException {
    return offsets(partitions, OffsetSpec.latest(), IsolationLevel.READ_COMMITTED);
  }

  private Map<TopicPartition, Long> offsets(
      Collection<TopicPartition> partitions, OffsetSpec spec, IsolationLevel isolation)
      throws InterruptedException {
    Map<TopicPartition, OffsetSpec> wanted =
        partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> spec));
    ListOffsetsOptions options =
        new ListOffsetsOptions(isolation).timeoutMs((int) patience.get().toMillis());
    return answer(admin.listOffsets(wanted, options).all()).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue().offset()));
  }

  /**
   * Committed offsets, each after the end of the transaction that is open for it now; fails for one
   * that lasts longer than those of services.
   */
  public Map<TopicPartition, Long> settled(String group) throws InterruptedException {
    Map<TopicPartition, OffsetAndMetadata> settled = new HashMap<>();
    Set<TopicPartition> open = new HashSet<>(commits(group).keySet());
    for (long pauses = LONGEST_TRANSACTION.toMillis() / PAUSE_MILLIS; !open.isEmpty(); pauses--) {
      // offsets in open transactions are left out
      settled.putAll(
          commits(group, new ListConsumerGroupOffsetsSpec().topicPartitions(open), true));
      open.removeAll(settled.keySet());
      if (!open.isEmpty()) {
        if (pauses == 0) {
          throw OperationException.failed(
              "the transaction of an offset of group %s is still open, at %s; end it, and repeat the command"
                  .formatted(group, open.iterator().next()));
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        open.retainAll(commits(group).keySet());
      }
    }
    return offsets(settled);
  }

  /** Committed offsets, without those of open transactions. */
  public Map<TopicPartition, Long> committed(String group) throws InterruptedException {
    return offsets(commits(group));
  }

  /** Committed offsets with their metadata. */
  public Map<TopicPartition, OffsetAndMetadata> commits(String group) throws InterruptedException {
    return commits(group, new ListConsumerGroupOffsetsSpec(), false);
  }

  /** Commits offsets of a group without members. */
  public void commit(String group, Map<TopicPartition, OffsetAndMetadata> commits)
      throws InterruptedException {
    answer(admin.alterConsumerGroupOffsets(group, commits).all());
  }

  private static Map<TopicPartition, Long> offsets(Map<TopicPartition, OffsetAndMetadata> commits) {
    return commits.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, commit -> commit.getValue().offset()));
  }

  private Map<TopicPartition, OffsetAndMetadata> commits(
      String group, ListConsumerGroupOffsetsSpec which, boolean settled)
      throws InterruptedException {
    ListConsumerGroupOffsetsOptions options =
        new ListConsumerGroupOffsetsOptions().requireStable(settled);
    try {
      Map<TopicPartition, OffsetAndMetadata> commits =
          new HashMap<>(
              answer(
                  admin
                      .listConsumerGroupOffsets(Map.of(group, which), options)
                      .partitionsToOffsetAndMetadata(group)));
      commits.values().removeIf(Objects::isNull);
      return commits;
    } catch (GroupIdNotFoundException e) {
      return Map.of();
    }
  }

  /** Consumers, those included whose session has not expired yet, by their client ids. */
  public List<GroupMember> members(String group) throws InterruptedException {
    try {
      return answer(admin.describeConsumerGroups(List.of(group)).all()).values().stream()
          .flatMap(description -> description.members().stream())
          .map(
              member ->
                  new GroupMember(
                      member.clientId(),
                      member.host().replace("/", ""),
                      // client ids of services begin with the name of their group
                      !member.clientId().startsWith(group),
                      member.assignment().topicPartitions()))
          .sorted(Comparator.comparing(GroupMember::clientId))
          .toList();
    } catch (GroupIdNotFoundException e) {
      return List.of();
    }
  }

  /** Partitions assigned to consumers of the group. */
  public Set<TopicPartition> assigned(String group) throws InterruptedException {
    return members(group).stream()
        .flatMap(member -> member.partitions().stream())
        .collect(Collectors.toSet());
  }

  /** Brokers that refuse members with such a session, in words; none without the permission. */
  public List<String> refusing(Duration session) throws InterruptedException {
    List<ConfigResource> all =
        brokers().stream()
            .map(id -> new ConfigResource(ConfigResource.Type.BROKER, id.toString()))
            .toList();
    Map<ConfigResource, Config> configs;
    try {
      configs = answer(admin.describeConfigs(all).all());
    } catch (ClusterAuthorizationException e) {
      log.debug("no settings of brokers", e);
      return List.of();
    }
    List<String> refusing = new ArrayList<>();
    configs.forEach(
        (broker, config) -> {
          long least = limit(config, "group.min.session.timeout.ms", 0);
          long most = limit(config, "group.max.session.timeout.ms", Long.MAX_VALUE);
          if (session.toMillis() < least || session.toMillis() > most) {
            refusing.add(
                "broker %s allows sessions of %d to %d ms, services ask for %d"
                    .formatted(broker.name(), least, most, session.toMillis()));
          }
        });
    return refusing.stream().sorted().toList();
  }

  private static long limit(Config config, String name, long otherwise) {
    ConfigEntry entry = config.get(name);
    return entry == null || entry.value() == null ? otherwise : Long.parseLong(entry.value());
  }

  /** Waits until the group has no members; false after the deadline. */
  public boolean awaitEmpty(String group, Deadline deadline) throws InterruptedException {
    boolean logged = false;
    while (!members(group).isEmpty()) {
      if (deadline.passed()) {
        return false;
      }
      if (!logged) {
        log.info(
            "waiting until group {} is empty: stop its consumers; a killed one counts until its"
                + " session ends",
            group);
        logged = true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return true;
  }

  /** Bytes of each topic on one replica; empty without the permission to ask. */
  public Map<String, Long> topicBytes() throws InterruptedException {
    Map<TopicPartition, Long> largest = new HashMap<>();
    try {
      answer(admin.describeLogDirs(brokers()).allDescriptions()).values().stream()
          .flatMap(folders -> folders.values().stream())
          .flatMap(folder -> folder.replicaInfos().entrySet().stream())
          .forEach(
              replica -> largest.merge(replica.getKey(), replica.getValue().size(), Math::max));
    } catch (ApiException e) {
      log.debug("no sizes", e);
      return Map.of();
    }
    Map<String, Long> bytes = new HashMap<>();
    largest.forEach((partition, size) -> bytes.merge(partition.topic(), size, Long::sum));
    return bytes;
  }

  private <T> T answer(KafkaFuture<T> future) throws InterruptedException {
    return KafkaAnswers.within(patience.get(), future);
  }
}
