package io.tributary.schemas.deadletter;

/**
 * Why a record cannot go on.
 *
 * @param reason in words: names the field and the rule, never a payload
 */
public record Failure(FailureCode code, String reason) {

  private static final int LONGEST_REASON = 1024;

  /** Cuts a reason that would swell the headers. */
  public Failure {
    reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
  }
}
