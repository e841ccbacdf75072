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

  /** Why, for the dead letter. */
  public Failure failure() {
    return failure;
  }
}
