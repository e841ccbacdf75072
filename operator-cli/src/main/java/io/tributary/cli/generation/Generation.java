package io.tributary.cli.generation;

import io.tributary.avro.envelope.FactMark;
import io.tributary.avro.envelope.GenerationChange;
import io.tributary.avro.envelope.GenerationState;
import io.tributary.processors.fact.Succession;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * A processing of the facts.
 *
 * @param number 1 for the first
 * @param live false of one that only follows
 * @param marks how far the one before had come when this one became live, by topics' names without
 *     prefix
 * @param partitions of its record topics; 0 for as many as the catalogue says
 * @param successor the one that is taking over from it, if one is: its processors stand still
 */
public record Generation(
    int number,
    boolean live,
    Map<TopicPartition, Long> marks,
    int partitions,
    Optional<Integer> successor) {

  /** What is live as long as nobody says anything. */
  public static final Generation FIRST = new Generation(1, true, Map.of(), 0, Optional.empty());

  /** Copies the marks. */
  public Generation {
    marks = Map.copyOf(marks);
  }

  /** What is live after that change. */
  Generation after(GenerationChange change) {
    if (change.getState() == GenerationState.LIVE) {
      Map<TopicPartition, Long> found =
          change.getMarks().stream()
              .collect(Collectors.toMap(Generation::placeOf, FactMark::getOffset));
      return new Generation(
          change.getGeneration(), true, found, change.getRecordPartitions(), Optional.empty());
    }
    return change.getState() == GenerationState.TAKING_OVER
        ? new Generation(number, live, marks, partitions, Optional.of(change.getGeneration()))
        : this;
  }

  /** This one, or another, which then is not live. */
  Generation orShadow(int wanted) {
    return wanted == number ? this : new Generation(wanted, false, Map.of(), 0, Optional.empty());
  }

  /** What its processors append. */
  public Succession succession() {
    return live ? new Succession(false, marks) : Succession.SHADOW;
  }

  private static TopicPartition placeOf(FactMark mark) {
    return new TopicPartition(mark.getTopic(), mark.getPartition());
  }
}
