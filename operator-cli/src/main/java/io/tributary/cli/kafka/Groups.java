package io.tributary.cli.kafka;

import io.tributary.runtime.lifecycle.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the cluster knows of consumer groups; one that is not there is empty. */
public final class Groups {

  private static final Logger log = LoggerFactory.getLogger(Groups.class);
  private static final long PAUSE_MILLIS = 300;

  private final Admin admin;

  /** Groups of the cluster that the client knows. */
  public Groups(Admin admin) {
    this.admin = admin;
  }

  /** Offsets that are committed, behind transactions that are still open. */
  public Map<TopicPartition, Long> committed(String group) throws InterruptedException {
    ListConsumerGroupOffsetsOptions settled =
        new ListConsumerGroupOffsetsOptions().requireStable(true);
    Map<String, ListConsumerGroupOffsetsSpec> all =
        Map.of(group, new ListConsumerGroupOffsetsSpec());
    Map<TopicPartition, Long> offsets = new HashMap<>();
    try {
      Answer.of(admin.listConsumerGroupOffsets(all, settled).partitionsToOffsetAndMetadata(group))
          .forEach(
              (partition, offset) -> {
                if (offset != null) {
                  offsets.put(partition, offset.offset());
                }
              });
    } catch (GroupIdNotFoundException e) {
      return Map.of();
    }
    return offsets;
  }

  /** True while somebody is in it, or has died so lately that the group has not missed it. */
  public boolean hasMembers(String group) throws InterruptedException {
    try {
      return Answer.of(admin.describeConsumerGroups(List.of(group)).all()).values().stream()
          .anyMatch(description -> !description.members().isEmpty());
    } catch (GroupIdNotFoundException e) {
      return false;
    }
  }

  /** Waits until nobody is in it; false when somebody still is. */
  public boolean awaitEmpty(String group, Deadline patience) throws InterruptedException {
    boolean said = false;
    while (hasMembers(group)) {
      if (patience.passed()) {
        return false;
      }
      if (!said) {
        log.info("waiting until nobody is in group {} any more", group);
        said = true;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return true;
  }
}
