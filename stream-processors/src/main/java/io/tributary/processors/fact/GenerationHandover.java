package io.tributary.processors.fact;

import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.schemas.topic.Topic;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Handover between generations of processors. Facts that an earlier generation appended are in the
 * log, and are not appended again.
 *
 * @param leader the live generation for one that follows it: that reads no fact which the live one
 *     has not finished, and appends none
 * @param handoverOffsets progress of the generation before, by topics' names without prefix
 * @param stillOwner asked at the start of each partition: false once another generation is live
 */
public record GenerationHandover(
    Optional<Supplier<Generation>> leader,
    Supplier<Map<TopicPartition, Long>> handoverOffsets,
    BooleanSupplier stillOwner) {

  /** Handover to the first generation. */
  public static final GenerationHandover FIRST =
      new GenerationHandover(Optional.empty(), Map::of, () -> true);

  /**
   * Handover to a generation.
   *
   * @param newest the live one
   */
  public static GenerationHandover to(Generation generation, Supplier<Generation> newest) {
    return new GenerationHandover(
        generation.live() ? Optional.empty() : Optional.of(newest),
        new Marks(generation, newest, new AtomicReference<>()),
        () -> generation.isStill(newest.get()));
  }

  /** Marks as of their first use: those of a topic that was lost are taken back before. */
  private record Marks(
      Generation generation,
      Supplier<Generation> newest,
      AtomicReference<@Nullable Map<TopicPartition, Long>> known)
      implements Supplier<Map<TopicPartition, Long>> {

    @Override
    public Map<TopicPartition, Long> get() {
      Map<TopicPartition, Long> marks = known.get();
      if (marks == null) {
        Generation now = newest.get();
        marks = now.number() == generation.number() ? now.marks() : generation.marks();
        known.set(marks);
      }
      return marks;
    }
  }

  /** True when this generation appends the facts that follow from the one at that offset. */
  boolean appendsFor(Topic<?, ?> topic, int partition, long offset) {
    TopicPartition place = new TopicPartition(topic.name(), partition);
    return leader.isEmpty() && offset >= handoverOffsets.get().getOrDefault(place, 0L);
  }
}
