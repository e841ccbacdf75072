package io.tributary.cli.process;

/** How a command ends, as its caller sees it. */
public enum ExitCode {
  /** Did what it was asked to do. */
  DONE(0),
  /** Tried and failed. */
  FAILED(1),
  /** Was not asked properly: unknown or unusable flags, settings or arguments. */
  USAGE(2),
  /** Did look, and found the pipeline not drained, or drift. */
  FOUND(3),
  /** Could not tell yet: the pipeline had not drained in time. */
  UNDRAINED(4);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }
}
