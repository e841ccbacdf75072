package io.tributary.runtime.kafka.generation;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * One processing of all facts.
 *
 * @param number 1 for the first
 * @param live false for one that follows the live one
 * @param marks facts finished by the one before when this one became live, by topic without prefix
 * @param partitions of its record topics; 0 for the catalogue's
 * @param release that made it live; may be empty
 */
public record Generation(
    int number, boolean live, Map<TopicPartition, Long> marks, int partitions, String release) {

  /** The live generation of a new cluster. */
  public static final Generation FIRST = new Generation(1, true, Map.of(), 0, "");

  public Generation {
    marks = Map.copyOf(marks);
  }

  /** A generation that follows the live one. */
  public static Generation following(int number) {
    return new Generation(number, false, Map.of(), 0, "");
  }

  /** The live generation after a change. */
  Generation with(GenerationChange change) {
    return change.getState() == GenerationState.live
        ? new Generation(
            change.getGeneration(),
            true,
            change.getMarks().stream()
                .collect(Collectors.toMap(Generation::placeOf, FactMark::getOffset)),
            change.getRecordPartitions(),
            change.getRelease())
        : this;
  }

  /** The live generation works until another one is live, a follower until it is itself. */
  public boolean isStill(Generation newest) {
    return live ? newest.number() == number : newest.number() < number;
  }

  private static TopicPartition placeOf(FactMark mark) {
    return new TopicPartition(mark.getTopic(), mark.getPartition());
  }
}
