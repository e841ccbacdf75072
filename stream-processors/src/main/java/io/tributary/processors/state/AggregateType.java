package io.tributary.processors.state;

import io.tributary.schemas.topic.Topic;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * A type of aggregate: each has one state, changed by a single writer.
 *
 * @param directory topic of the states, by the aggregate's key
 * @param activity effect of activity on a state
 * @param activityInterval activity of an aggregate counts at most once in this time
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

  /** Effect of counted activity on a state. */
  @FunctionalInterface
  public interface Activity<S> {

    /**
     * The changed state; empty when the time is not news to it.
     *
     * @param countedAt epoch milliseconds
     * @param rev revision of a changed state
     */
    Optional<S> count(S state, long countedAt, long rev);
  }
}
