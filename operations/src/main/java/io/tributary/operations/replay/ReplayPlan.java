package io.tributary.operations.replay;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a replay would take, about.
 *
 * @param topics those that it reads
 */
public record ReplayPlan(List<PlannedTopic> topics) {

  public ReplayPlan {
    topics = List.copyOf(topics);
  }

  /**
   * A topic of a plan.
   *
   * @param name in the cluster
   * @param records offsets, of which markers of transactions and compaction leave some empty
   * @param bytes on disk, compressed as they are; empty when the brokers do not say
   * @param writeUnits to store them where nothing is
   * @param reachesBackTo when the broker took the oldest record; empty when there is none
   * @param missing true when records are gone whose items may still live
   */
  public record PlannedTopic(
      String name,
      long records,
      OptionalLong bytes,
      double writeUnits,
      Optional<Instant> reachesBackTo,
      boolean missing) {}

  public long records() {
    return topics.stream().mapToLong(PlannedTopic::records).sum();
  }

  public OptionalLong bytes() {
    return topics.stream().allMatch(topic -> topic.bytes().isPresent())
        ? OptionalLong.of(topics.stream().mapToLong(topic -> topic.bytes().orElse(0)).sum())
        : OptionalLong.empty();
  }

  public double writeUnits() {
    return topics.stream().mapToDouble(PlannedTopic::writeUnits).sum();
  }

  /** True if the tables can be rebuilt completely. */
  public boolean isComplete() {
    return topics.stream().noneMatch(PlannedTopic::missing);
  }
}
