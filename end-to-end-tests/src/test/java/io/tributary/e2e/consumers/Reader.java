package io.tributary.e2e.consumers;

import io.tributary.harness.process.RunningProcess;
import java.util.List;
import java.util.function.Function;

/**
 * A program that prints the records of topics, each on a line, until it is told to stop.
 *
 * @param parser reads a line
 */
record Reader(String name, RunningProcess process, Function<String, Printed> parser) {

  /** What it has printed so far, without a line that it has not finished. */
  List<Printed> printed() {
    if (!process.isAlive()) {
      throw new AssertionError(name + " has ended by itself:\n" + process.logTail());
    }
    String text = process.printed();
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().map(parser).toList();
  }
}
