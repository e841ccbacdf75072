package io.tributary.processors.fact;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;

/** A fact that can never be processed. */
public final class FactRefusedException extends RuntimeException {

  /** Room for key and headers in the limit of a record's topic. */
  private static final int AROUND_BYTES = 64 * 1024;

  private final transient Failure failure;

  public FactRefusedException(FailureCode code, String reason) {
    super(reason);
    this.failure = new Failure(code, reason);
  }

  /** Refuses a value that the gateway would have refused. */
  public static void requireWithin(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new FactRefusedException(
          FailureCode.INVALID_VALUE, name + " must be " + least + " to " + most);
    }
  }

  /**
   * Refuses a fact whose record or state is too large for its topic.
   *
   * @param maxBytes of the topic, key and headers included
   */
  public static void requireFits(String name, int maxBytes, byte[] framed) {
    if (framed.length > maxBytes - AROUND_BYTES) {
      throw new FactRefusedException(
          FailureCode.LIMIT_EXCEEDED, "its result is too large for " + name);
    }
  }

  /** Reason for the dead letter. */
  public Failure failure() {
    return failure;
  }
}
