package io.tributary.processors.fact;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;

/** A fact that cannot be processed, now or ever. */
public final class FactRefusedException extends RuntimeException {

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

  /** Why, for the dead letter. */
  public Failure failure() {
    return failure;
  }
}
