package io.tributary.sink.intake;

import io.tributary.schemas.deadletter.Attempt;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.sink.route.Decoded;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which records are written, as what, and what becomes of those that cannot be. */
public interface Selection {

  /** Everything, as the sink does. */
  Selection ALL = new Selection() {};

  /**
   * False of a record that is passed over.
   *
   * @param timestamp when the broker took it, epoch milliseconds
   */
  default boolean takes(Attempt attempt, byte @Nullable [] key, long timestamp) {
    return true;
  }

  /** What is made of a record that was read. */
  default Decoded adapt(Decoded decoded) {
    return decoded;
  }

  /**
   * The failure by which the record of that place becomes a dead letter; empty when it does not.
   */
  default Optional<Failure> bury(Failure failure, Origin place) {
    return Optional.of(failure);
  }
}
