package io.tributary.cli.process;

/** A command that fails for a known reason. The message is one line for its user. */
public final class CommandException extends RuntimeException {

  private final int exitCode;

  private CommandException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  public static CommandException failed(String message) {
    return new CommandException(ExitCode.FAILED, message);
  }

  /** Something is not as it should be, and nothing was done. */
  public static CommandException found(String message) {
    return new CommandException(ExitCode.FOUND, message);
  }

  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message);
  }

  /** Fails with a usage error unless the rule holds. */
  public static void require(boolean rule, String message) {
    if (!rule) {
      throw usage(message);
    }
  }

  public int exitCode() {
    return exitCode;
  }
}
