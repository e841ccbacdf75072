package io.tributary.cli.replay;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * How far a replay is.
 *
 * @param from where it began in each partition
 * @param to where it ends
 * @param at where it is
 */
public record ReplayProgress(
    String name,
    ReplaySpec spec,
    Map<TopicPartition, Long> from,
    Map<TopicPartition, Long> to,
    Map<TopicPartition, Long> at) {

  /** Copies the maps. */
  public ReplayProgress {
    from = Map.copyOf(from);
    to = Map.copyOf(to);
    at = Map.copyOf(at);
  }

  /** Offsets that it goes through. */
  public long total() {
    return to.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - start(end.getKey())))
        .sum();
  }

  /** Offsets that it is through with. */
  public long done() {
    return to.entrySet().stream()
        .mapToLong(
            end -> {
              long reached = at.getOrDefault(end.getKey(), start(end.getKey()));
              return Math.max(0, Math.min(reached, end.getValue()) - start(end.getKey()));
            })
        .sum();
  }

  /** True when nothing is left. */
  public boolean isFinished() {
    return done() >= total();
  }

  private long start(TopicPartition partition) {
    return from.getOrDefault(partition, 0L);
  }
}
