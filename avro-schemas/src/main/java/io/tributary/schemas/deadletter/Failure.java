package io.tributary.schemas.deadletter;

/**
 * Reason why a record cannot go on.
 *
 * @param reason names the field and the rule, never a payload
 */
public record Failure(FailureCode code, String reason) {

  private static final int LONGEST_REASON = 1024;

  public Failure {
    reason = reason.length() <= LONGEST_REASON ? reason : reason.substring(0, LONGEST_REASON);
  }
}
