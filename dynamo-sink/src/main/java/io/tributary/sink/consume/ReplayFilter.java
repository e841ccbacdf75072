package io.tributary.sink.consume;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.route.Decoded;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which records are written, as what, and what becomes of those that cannot be. */
public interface ReplayFilter {

  /** Everything, as the sink does. */
  ReplayFilter ALL = new ReplayFilter() {};

  /** False of a record that is passed over. */
  default boolean takes(Origin place, byte @Nullable [] key) {
    return true;
  }

  /** What is made of a record that was read at that place. */
  default Decoded adapt(Decoded decoded, Origin place) {
    return decoded;
  }

  /**
   * The failure by which the record of that place becomes a dead letter; empty when it does not.
   */
  default Optional<Failure> deadLetter(Failure failure, Origin place) {
    return Optional.of(failure);
  }
}
