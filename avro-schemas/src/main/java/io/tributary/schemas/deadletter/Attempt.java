package io.tributary.schemas.deadletter;

import io.tributary.schemas.header.RecordHeader;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * An attempt at a record or at a redrive of it. A failed attempt is known by its dead letter alone.
 *
 * @param earlier number of earlier attempts
 */
public record Attempt(Origin origin, int earlier) {

  /**
   * The attempt that a record is.
   *
   * @param origin position of the record; of a redrive, where it failed first
   */
  public static Attempt at(Origin origin, Headers headers) {
    return new Attempt(origin, DeadLetter.attempts(headers));
  }

  /** Attempt of a dead letter; empty if its headers name none. */
  public static Optional<Attempt> failed(Headers deadLetter) {
    return RecordHeader.ORIGIN
        .get(deadLetter)
        .flatMap(Origin::parse)
        .map(origin -> new Attempt(origin, DeadLetter.attemptsBefore(deadLetter)));
  }
}
