package io.tributary.cli.process;

import io.tributary.cli.output.TerminalProgress;
import io.tributary.launcher.process.Termination;
import io.tributary.operations.Progress;
import io.tributary.runtime.context.RuntimeContext;
import java.io.PrintStream;

/**
 * Surroundings of a command.
 *
 * @param out for results
 * @param err for messages and progress
 */
public record CommandContext(
    RuntimeContext runtime, PrintStream out, PrintStream err, Termination termination) {

  /** Name of the program in examples, versions and errors. */
  public static final String PROGRAM = "tributary";

  /**
   * Shows the progress of a piece of work.
   *
   * @param unit counted things, in the plural
   */
  public Progress progress(String work, String unit, long total) {
    boolean terminal =
        Boolean.parseBoolean(RuntimeContext.jvmProperty(TerminalProgress.TERMINAL, "false"));
    return new TerminalProgress(err, terminal, runtime.ticker(), work, unit, total);
  }
}
