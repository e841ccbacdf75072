package io.tributary.operations;

/** An operation that failed for a known reason. The message is one line for its operator. */
public final class OperationException extends RuntimeException {

  private final Reason reason;

  /** Kind of a failure. */
  public enum Reason {
    /** A value of the caller breaks a rule. */
    INVALID,
    /** The subject does not exist. */
    NOT_FOUND,
    /** The state of the pipeline, or another operation, does not allow it now. */
    CONFLICT,
    /** A server, schema or file cannot be used now. */
    UNAVAILABLE
  }

  private OperationException(Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** A failure by a value of the caller. */
  public static OperationException invalid(String message) {
    return new OperationException(Reason.INVALID, message);
  }

  /** A failure by a missing subject. */
  public static OperationException notFound(String message) {
    return new OperationException(Reason.NOT_FOUND, message);
  }

  /** A failure by the state of the pipeline. */
  public static OperationException conflict(String message) {
    return new OperationException(Reason.CONFLICT, message);
  }

  /** A failure of something that the operation needs. */
  public static OperationException unavailable(String message) {
    return new OperationException(Reason.UNAVAILABLE, message);
  }

  /** Kind of the failure. */
  public Reason reason() {
    return reason;
  }
}
