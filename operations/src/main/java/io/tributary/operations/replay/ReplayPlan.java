package io.tributary.operations.replay;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Estimate of a replay, by topic. */
public record ReplayPlan(List<PlannedTopic> topics) {

  public ReplayPlan {
    topics = List.copyOf(topics);
  }

  /**
   * A topic of a replay.
   *
   * @param name in the cluster
   * @param records count of offsets, some without a record
   * @param bytes compressed, on disk; empty if the brokers do not say
   * @param writeUnits for new items
   * @param reachesBackTo time of the oldest record; empty without records
   * @param missing true if records of items that may still live are gone
   */
  public record PlannedTopic(
      String name,
      long records,
      OptionalLong bytes,
      double writeUnits,
      Optional<Instant> reachesBackTo,
      boolean missing) {

    /** The same without records that it had. */
    PlannedTopic lacking() {
      return new PlannedTopic(name, records, bytes, writeUnits, reachesBackTo, true);
    }
  }

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
