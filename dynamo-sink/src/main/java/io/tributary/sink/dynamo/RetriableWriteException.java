package io.tributary.sink.dynamo;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A write has no outcome yet; it may or may not have been done. */
public final class RetriableWriteException extends RuntimeException {

  /** Why a write has to be tried again. */
  enum Reason {
    /** Another transaction held one of the items. */
    CONFLICT,
    /** DynamoDB asks for fewer requests. */
    THROTTLED,
    /** DynamoDB does not answer, or answers that it cannot. */
    UNAVAILABLE,
    /** Tables or credentials are not as they must be: a matter for the operator, not the record. */
    MISCONFIGURED;

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final Reason reason;

  RetriableWriteException(Reason reason, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
