package io.tributary.cli;

import io.tributary.cli.output.TerminalProgress;
import io.tributary.launcher.process.Termination;
import io.tributary.operations.Progress;
import io.tributary.runtime.ambient.Ambient;
import java.io.PrintStream;

/**
 * Surroundings of a command.
 *
 * @param out for results
 * @param err for messages and progress
 */
record CommandContext(Ambient ambient, PrintStream out, PrintStream err, Termination termination) {

  /**
   * Shows the progress of a piece of work.
   *
   * @param unit counted things, in the plural
   */
  Progress progress(String work, String unit, long total) {
    boolean terminal =
        Boolean.parseBoolean(Ambient.jvmProperty(TerminalProgress.TERMINAL, "false"));
    return new TerminalProgress(err, terminal, ambient.ticker(), work, unit, total);
  }
}
