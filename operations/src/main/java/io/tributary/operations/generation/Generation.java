package io.tributary.operations.generation;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.processors.fact.GenerationHandover;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * One processing of all facts.
 *
 * @param number 1 for the first
 * @param live false for one that follows the live one
 * @param marks facts finished by the one before when this one became live, by topic without prefix
 * @param partitions of its record topics; 0 for the catalogue's
 * @param successor generation that takes over, so that these processors pause
 * @param release that made it live; may be empty
 * @param changedAt distinguishes changes, by the clock of their writer
 */
public record Generation(
    int number,
    boolean live,
    Map<TopicPartition, Long> marks,
    int partitions,
    Optional<Integer> successor,
    String release,
    long changedAt) {

  /** The live generation of a new cluster. */
  public static final Generation FIRST =
      new Generation(1, true, Map.of(), 0, Optional.empty(), "", 0);

  public Generation {
    marks = Map.copyOf(marks);
  }

  /** The live generation after a change. */
  Generation after(GenerationChange change) {
    if (change.getState() == GenerationState.live) {
      Map<TopicPartition, Long> found =
          change.getMarks().stream()
              .collect(Collectors.toMap(Generation::placeOf, FactMark::getOffset));
      return new Generation(
          change.getGeneration(),
          true,
          found,
          change.getRecordPartitions(),
          Optional.empty(),
          change.getRelease(),
          change.getChangedAtMs());
    }
    return change.getState() == GenerationState.taking_over
        ? new Generation(
            number,
            live,
            marks,
            partitions,
            Optional.of(change.getGeneration()),
            release,
            change.getChangedAtMs())
        : this;
  }

  /** This generation, or another one that is not live. */
  public Generation orShadow(int wanted) {
    return wanted == number
        ? this
        : new Generation(wanted, false, Map.of(), 0, Optional.empty(), "", 0);
  }

  public GenerationHandover handover(Supplier<Generation> newest) {
    return new GenerationHandover(!live, marks, () -> isStill(newest.get()));
  }

  /** The live generation works until any change, a follower until it takes over. */
  public boolean isStill(Generation newest) {
    return live
        ? equals(newest)
        : newest.number() < number && !newest.successor().equals(Optional.of(number));
  }

  private static TopicPartition placeOf(FactMark mark) {
    return new TopicPartition(mark.getTopic(), mark.getPartition());
  }
}
