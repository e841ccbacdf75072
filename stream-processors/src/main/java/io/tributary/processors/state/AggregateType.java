package io.tributary.processors.state;

import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * One kind of subject: each has one state, changed by a single writer.
 *
 * @param directory where states go; its key is the subject
 * @param revOf revision of a state
 * @param activity how activity moves a state; empty when commands alone do
 * @param activityInterval activity of a subject counts at most once in this time
 */
public record AggregateType<S extends SpecificRecordBase>(
    Topic<String, S> directory,
    ToLongFunction<S> revOf,
    Optional<Activity<S>> activity,
    Duration activityInterval) {

  /** Aggregates that activity changes, too. */
  public AggregateType(
      Topic<String, S> directory,
      ToLongFunction<S> revOf,
      Activity<S> activity,
      Duration activityInterval) {
    this(directory, revOf, Optional.of(activity), activityInterval);
  }

  /** Aggregates that commands alone change. */
  public AggregateType(Topic<String, S> directory, ToLongFunction<S> revOf) {
    this(directory, revOf, Optional.empty(), Duration.ZERO);
  }

  /** What counted activity changes in a state. */
  @FunctionalInterface
  public interface Activity<S> {

    /**
     * The changed state; empty when the moment is not news to it.
     *
     * @param countedAt epoch milliseconds
     * @param rev the revision that a changed state must bear
     */
    Optional<S> count(S state, long countedAt, long rev);
  }
}
