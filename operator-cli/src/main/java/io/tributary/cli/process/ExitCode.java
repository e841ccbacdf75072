package io.tributary.cli.process;

import io.tributary.operations.OperationException;
import java.util.List;

/** Exit codes of all commands. */
public final class ExitCode {

  public static final int DONE = 0;
  public static final int FAILED = 1;
  public static final int USAGE = 2;

  /** The pipeline is not drained, differs from its definition, or has findings. */
  public static final int FOUND = 3;

  /** Nothing can be said, because the pipeline has not drained in time. */
  public static final int UNDRAINED = 4;

  /** Codes and their meanings, for the help. */
  public static final List<String> TABLE =
      List.of(
          DONE + " done",
          FAILED + " failed",
          USAGE + " usage",
          FOUND + " not drained, a difference or a finding",
          UNDRAINED + " not compared");

  private ExitCode() {}

  public static int of(OperationException.Kind failure) {
    return switch (failure) {
      case INVALID -> USAGE;
      case FAILED -> FAILED;
      case FOUND -> FOUND;
    };
  }
}
