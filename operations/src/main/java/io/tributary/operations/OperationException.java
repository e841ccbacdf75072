package io.tributary.operations;

/** An operation that failed for a known reason. The message is one line for its operator. */
public final class OperationException extends RuntimeException {

  private final Reason reason;

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

  public static OperationException invalid(String message) {
    return new OperationException(Reason.INVALID, message);
  }

  public static OperationException notFound(String message) {
    return new OperationException(Reason.NOT_FOUND, message);
  }

  public static OperationException conflict(String message) {
    return new OperationException(Reason.CONFLICT, message);
  }

  public static OperationException unavailable(String message) {
    return new OperationException(Reason.UNAVAILABLE, message);
  }

  public Reason reason() {
    return reason;
  }
}
