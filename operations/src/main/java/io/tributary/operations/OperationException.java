package io.tributary.operations;

/** An operation that failed for a known reason. The message is one line for its operator. */
public final class OperationException extends RuntimeException {

  private final boolean invalid;

  private OperationException(boolean invalid, String message) {
    super(message);
    this.invalid = invalid;
  }

  /** A value of the caller breaks a rule. */
  public static OperationException invalid(String message) {
    return new OperationException(true, message);
  }

  /** A subject, a server or the state of the pipeline does not allow it now. */
  public static OperationException failed(String message) {
    return new OperationException(false, message);
  }

  public boolean isInvalid() {
    return invalid;
  }
}
