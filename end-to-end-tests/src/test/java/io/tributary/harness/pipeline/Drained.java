package io.tributary.harness.pipeline;

import io.tributary.harness.process.Completed;
import io.tributary.harness.process.Launcher;
import java.time.Duration;
import java.util.List;

/** Waits, by the pipeline's own command, until everything accepted has been stored. */
final class Drained {

  /** Seconds as a rule; the rest is for machines that have much else to do. */
  static final Duration LIMIT = Duration.ofSeconds(90);

  private Drained() {}

  static void await(Launcher launcher, Endpoints endpoints) {
    await(launcher, endpoints, LIMIT);
  }

  static void await(Launcher launcher, Endpoints endpoints, Duration limit) {
    List<String> command =
        endpoints.appendedTo("drained", "--timeout", Long.toString(limit.toSeconds()));
    Completed result = launcher.run(limit.plusSeconds(30), command);
    if (result.exitCode() != 0) {
      throw new AssertionError(
          "not drained, exit code " + result.exitCode() + ":\n" + result.out() + result.err());
    }
  }
}
