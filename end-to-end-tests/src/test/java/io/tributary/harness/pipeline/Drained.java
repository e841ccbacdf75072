package io.tributary.harness.pipeline;

import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Launcher;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Waits, by the pipeline's own command, until everything accepted has been stored. A slow machine
 * is given time: the wait fails when the lag has not moved for long.
 */
final class Drained {

  private static final int LOOK_SECONDS = 10;
  private static final int WRONG_USAGE = 2;
  private static final int NOT_DRAINED = 3;
  private static final Duration STANDSTILL = Duration.ofMinutes(3);
  private static final Duration LIMIT = Duration.ofMinutes(20);

  private Drained() {}

  static void await(Launcher launcher, Endpoints endpoints) {
    List<String> command =
        endpoints.appendedTo("drained", "--timeout", Integer.toString(LOOK_SECONDS));
    Instant start = Instant.now();
    Instant moved = start;
    String lag = "";
    Completed look = launcher.runInProcess(command);
    while (look.exitCode() != 0) {
      Instant now = Instant.now();
      if (look.exitCode() == NOT_DRAINED && !look.out().equals(lag)) {
        lag = look.out();
        moved = now;
      }
      if (look.exitCode() == WRONG_USAGE
          || moved.plus(STANDSTILL).isBefore(now)
          || start.plus(LIMIT).isBefore(now)) {
        throw new AssertionError(
            "not drained, exit code " + look.exitCode() + ":\n" + look.out() + look.err());
      }
      look = launcher.runInProcess(command);
    }
  }
}
