package io.tributary.harness.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals, sent by pid to processes that a test started. */
enum Signal {
  KILL,
  TERM,
  INT,
  STOP,
  CONT;

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
