package io.tributary.operations.kafka;

import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the cluster knows of consumer groups; one that is not there is empty. */
public final class Groups {

  private static final Logger log = LoggerFactory.getLogger(Groups.class);
  private static final long PAUSE_MILLIS = 300;

  private final Admin admin;
  private final Duration patience;

  /** Groups of the cluster that the client knows. */
  public Groups(Admin admin) {
    this(admin, KafkaAnswers.LIMIT);
  }

  /**
   * The same, with less time.
   *
   * @param patience how long to wait for an answer
   */
  public Groups(Admin admin, Duration patience) {
    this.admin = admin;
    this.patience = patience;
  }

  /** Offsets that are committed once all transactions that are open now have ended. */
  public Map<TopicPartition, Long> settled(String group) throws InterruptedException {
    return offsets(commits(group, true));
  }

  /** Offsets that are committed now, before transactions that are open. */
  public Map<TopicPartition, Long> committed(String group) throws InterruptedException {
    return offsets(commits(group));
  }

  /** The same with what was noted at each. */
  public Map<TopicPartition, OffsetAndMetadata> commits(String group) throws InterruptedException {
    return commits(group, false);
  }

  /** Commits for a group that has no members. */
  public void commit(String group, Map<TopicPartition, OffsetAndMetadata> commits)
      throws InterruptedException {
    KafkaAnswers.within(patience, admin.alterConsumerGroupOffsets(group, commits).all());
  }

  private static Map<TopicPartition, Long> offsets(Map<TopicPartition, OffsetAndMetadata> commits) {
    return commits.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, commit -> commit.getValue().offset()));
  }

  private Map<TopicPartition, OffsetAndMetadata> commits(String group, boolean settled)
      throws InterruptedException {
    ListConsumerGroupOffsetsOptions options =
        new ListConsumerGroupOffsetsOptions().requireStable(settled);
    Map<String, ListConsumerGroupOffsetsSpec> all =
        Map.of(group, new ListConsumerGroupOffsetsSpec());
    Map<TopicPartition, OffsetAndMetadata> commits = new HashMap<>();
    try {
      commits.putAll(
          KafkaAnswers.within(
              patience,
              admin.listConsumerGroupOffsets(all, options).partitionsToOffsetAndMetadata(group)));
    } catch (GroupIdNotFoundException e) {
      return Map.of();
    }
    commits.values().removeIf(Objects::isNull);
    return commits;
  }

  /** How many consumers it has, also those that died so lately that it has not missed them. */
  public int members(String group) throws InterruptedException {
    return describe(group).size();
  }

  /** Partitions that its consumers read. */
  public Set<TopicPartition> assigned(String group) throws InterruptedException {
    return describe(group).stream()
        .flatMap(member -> member.assignment().topicPartitions().stream())
        .collect(Collectors.toSet());
  }

  private List<MemberDescription> describe(String group) throws InterruptedException {
    try {
      return KafkaAnswers.within(patience, admin.describeConsumerGroups(List.of(group)).all())
          .values()
          .stream()
          .flatMap(description -> description.members().stream())
          .toList();
    } catch (GroupIdNotFoundException e) {
      return List.of();
    }
  }

  /** True while somebody is in it, or has died so lately that it has not missed it. */
  public boolean hasMembers(String group) throws InterruptedException {
    return members(group) > 0;
  }

  /** Waits until nobody is in it; false when somebody still is. */
  public boolean awaitEmpty(String group, Deadline deadline) throws InterruptedException {
    boolean said = false;
    while (hasMembers(group)) {
      if (deadline.passed()) {
        return false;
      }
      if (!said) {
        log.info("waiting until group {} is empty", group);
        said = true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return true;
  }
}
