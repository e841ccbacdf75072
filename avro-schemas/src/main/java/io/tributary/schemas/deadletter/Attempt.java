package io.tributary.schemas.deadletter;

import io.tributary.schemas.header.RecordHeader;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * One attempt at a record: at itself, or at a redrive of it. The dead letter of an attempt is all
 * that tells that it has failed.
 *
 * @param origin where the record stands
 * @param earlier how many there were before
 */
public record Attempt(Origin origin, int earlier) {

  /**
   * The attempt that a record is.
   *
   * @param origin where it stands; where it failed first, if it is a redrive
   */
  public static Attempt at(Origin origin, Headers headers) {
    return new Attempt(origin, DeadLetter.attempts(headers));
  }

  /** The attempt that a dead letter tells of; empty if its headers name none. */
  public static Optional<Attempt> failed(Headers letter) {
    return RecordHeader.ORIGIN
        .get(letter)
        .flatMap(Origin::parse)
        .map(origin -> new Attempt(origin, DeadLetter.attemptsBefore(letter)));
  }
}
