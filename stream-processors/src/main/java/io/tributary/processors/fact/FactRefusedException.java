package io.tributary.processors.fact;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.key.SortableTime;

/** A fact that cannot be processed, now or ever. */
public final class FactRefusedException extends RuntimeException {

  /** Room for key and headers in what a record's topic takes. */
  private static final int AROUND_BYTES = 64 * 1024;

  private final transient Failure failure;

  public FactRefusedException(FailureCode code, String reason) {
    super(reason);
    this.failure = new Failure(code, reason);
  }

  /** Refuses a fact that has a value which no gateway of ours can have accepted. */
  public static void requireWithin(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, name + " must be " + least + " to " + most);
    }
  }

  /**
   * Refuses a fact with a moment that nobody of ours can have stamped on it, epoch milliseconds.
   */
  public static void requireMoment(String name, long moment) {
    requireWithin(name, moment, SortableTime.FIRST, SortableTime.LAST);
  }

  /**
   * Refuses a fact that makes a record or state which is too large for where it goes.
   *
   * @param maxBytes that the topic takes, with what goes around a value
   */
  public static void requireFits(String name, int maxBytes, byte[] framed) {
    if (framed.length > maxBytes - AROUND_BYTES) {
      throw new FactRefusedException(
          FailureCode.LIMIT_EXCEEDED, "its result is too large for " + name);
    }
  }

  /** Why, for the dead letter. */
  public Failure failure() {
    return failure;
  }
}
