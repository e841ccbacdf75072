package io.tributary.sink.consume;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.route.Decoded;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Filter and adaptation of records. */
public interface ReplayFilter {

  /** Takes everything, as the sink does. */
  ReplayFilter ALL = new ReplayFilter() {};

  /** False of a record to skip. */
  default boolean takes(Origin place, byte @Nullable [] key) {
    return true;
  }

  /** Adapts the record of that place. */
  default Decoded adapt(Decoded decoded, Origin place) {
    return decoded;
  }

  /** The failure of the record as a dead letter; empty when it becomes none. */
  default Optional<Failure> deadLetter(Failure failure, Origin place) {
    return Optional.of(failure);
  }
}
