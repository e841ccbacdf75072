package io.tributary.operations.replay;

import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.replay.ReplayBounds;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Progress of a replay, by partition.
 *
 * @param from first offset
 * @param putsEnd end of puts
 * @param to end offset
 * @param at position
 * @param open true until the last ends are known, which is after all puts
 */
public record ReplayProgress(
    String name,
    ReplaySpec spec,
    Map<TopicPartition, Long> from,
    Map<TopicPartition, Long> putsEnd,
    Map<TopicPartition, Long> to,
    Map<TopicPartition, Long> at,
    boolean open) {

  public ReplayProgress {
    from = Map.copyOf(from);
    putsEnd = Map.copyOf(putsEnd);
    to = Map.copyOf(to);
    at = Map.copyOf(at);
  }

  /** Count of offsets. */
  public long total() {
    return to.entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - start(end.getKey())))
        .sum();
  }

  /** Count of offsets done. */
  public long done() {
    return to.entrySet().stream()
        .mapToLong(
            end -> {
              long reached = at.getOrDefault(end.getKey(), start(end.getKey()));
              return Math.max(0, Math.min(reached, end.getValue()) - start(end.getKey()));
            })
        .sum();
  }

  /** True at the known ends. */
  boolean hasPassed() {
    return done() >= total();
  }

  public boolean isFinished() {
    return !open && hasPassed();
  }

  /** End offsets of its writes. */
  public ReplayBounds bounds() {
    return new ReplayBounds(
        putsEnd.entrySet().stream()
            .map(end -> new Origin(end.getKey().topic(), end.getKey().partition(), end.getValue()))
            .toList(),
        spec.live());
  }

  private long start(TopicPartition partition) {
    return from.getOrDefault(partition, 0L);
  }
}
