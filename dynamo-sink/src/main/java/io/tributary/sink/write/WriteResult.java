package io.tributary.sink.write;

import java.util.Locale;

/** Result of one try of a write: its outcome, or the reason for another try. */
public sealed interface WriteResult permits WriteOutcome, WriteResult.Retry {

  /** No outcome yet; the write may or may not have been done. */
  record Retry(Reason reason, String message) implements WriteResult {}

  /** Reason for another try. */
  enum Reason {
    /** Another transaction held one of the items. */
    CONFLICT,
    /** DynamoDB asks for fewer requests. */
    THROTTLED,
    /** DynamoDB does not answer, or answers that it cannot. */
    UNAVAILABLE,
    /** Tables or credentials are wrong: a matter for the operator, not of the record. */
    MISCONFIGURED;

    /** The reason's name in metrics. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
