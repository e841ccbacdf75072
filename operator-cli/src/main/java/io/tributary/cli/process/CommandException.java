package io.tributary.cli.process;

/** A command cannot do what it was asked. The message is one line for the person who asked. */
public final class CommandException extends RuntimeException {

  private final ExitCode exitCode;

  private CommandException(ExitCode exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** It was tried, and failed. */
  public static CommandException failed(String message) {
    return new CommandException(ExitCode.FAILED, message);
  }

  /** It was not asked properly. */
  public static CommandException usage(String message) {
    return new CommandException(ExitCode.USAGE, message);
  }

  public ExitCode exitCode() {
    return exitCode;
  }
}
