package io.tributary.storm.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** POSIX signals, sent by process id. */
enum Signal {
  KILL,
  TERM,
  STOP,
  CONT;

  private static final long LIMIT_SECONDS = 10;

  void sendTo(long pid) throws InterruptedException {
    try {
      Process kill =
          new ProcessBuilder("kill", "-" + name(), Long.toString(pid))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!kill.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("kill -" + name() + " " + pid + " did not return");
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot send SIG" + name(), e);
    }
  }
}
