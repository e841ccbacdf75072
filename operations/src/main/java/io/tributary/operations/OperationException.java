package io.tributary.operations;

/** An operation that failed for a known reason. The message is one line for its operator. */
public final class OperationException extends RuntimeException {

  private final Kind kind;

  public enum Kind {
    /** A value of the caller breaks a rule. */
    INVALID,
    /** A subject, a server or the state of the pipeline does not allow it now. */
    FAILED,
    /** Something is not as it should be, and nothing was done. */
    FOUND
  }

  private OperationException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public static OperationException invalid(String message) {
    return new OperationException(Kind.INVALID, message);
  }

  public static OperationException failed(String message) {
    return new OperationException(Kind.FAILED, message);
  }

  public static OperationException found(String message) {
    return new OperationException(Kind.FOUND, message);
  }

  /** Fails with an invalid value unless the rule holds. */
  public static void require(boolean rule, String message) {
    if (!rule) {
      throw invalid(message);
    }
  }

  public Kind kind() {
    return kind;
  }
}
