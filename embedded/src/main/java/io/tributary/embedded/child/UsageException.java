package io.tributary.embedded.child;

/** The arguments of a child are wrong; the message says which and how. */
public final class UsageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** States the error in one line. */
  public UsageException(String message) {
    super(message);
  }
}
