package io.tributary.harness.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Signals, sent by pid to processes that a test started. */
enum Signal {
  KILL,
  TERM,
  INT,
  STOP,
  CONT;

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final Pattern IGNORED = Pattern.compile("SigIgn:\\s+\\p{XDigit}*[2367abef]\\s*");

  /**
   * What a command line must begin with so that Ctrl-C ends its process. Whoever starts the tests
   * in the background of a script has made them ignore it, and their children inherit that.
   */
  static List<String> defaultInterrupt() {
    try {
      boolean ignored =
          Files.isReadable(STATUS)
              && Files.readAllLines(STATUS).stream().anyMatch(IGNORED.asMatchPredicate());
      return ignored ? List.of("env", "--default-signal=INT") : List.of();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  void sendTo(long pid) {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("kill -" + name() + " " + pid + " did not return");
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
