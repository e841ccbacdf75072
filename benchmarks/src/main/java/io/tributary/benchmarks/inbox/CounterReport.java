package io.tributary.benchmarks.inbox;

import io.tributary.benchmarks.process.Machine;
import io.tributary.embedded.child.Arguments;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Measures the write units that publishes and reads take, beside the documented way with one write
 * for each counter of each event: in one inbox that has everything within a minute, and in many
 * that have one each.
 */
public final class CounterReport {

  private CounterReport() {}

  /**
   * Arguments: {@code --events N} of a hot inbox (10000), {@code --seconds N} that they are spread
   * over (60), {@code --cold N} inboxes with one event each (2000); to be run in the project's
   * folder.
   */
  public static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, Set.of("events", "seconds", "cold"), Set.of());
    int events = number(arguments, "events", 10_000);
    int cold = number(arguments, "cold", 2_000);
    Duration time = Duration.ofSeconds(number(arguments, "seconds", 60));
    System.out.printf(
        "%s %s%n%s%n", CounterReport.class.getName(), String.join(" ", words), Machine.describe());
    List<Load> loads =
        List.of(
            new Load("publishes to one inbox", false, events, 1, time),
            new Load("reads in one inbox", true, events, 1, time),
            new Load("publishes to an inbox each", false, cold, cold, Duration.ZERO),
            new Load("reads in an inbox each", true, cold, cold, Duration.ZERO));
    try (TestBed bed = new TestBed()) {
      report(bed, loads);
    }
    System.out.println("load average after: " + Machine.load());
  }

  private static void report(TestBed bed, List<Load> loads) throws Exception {
    System.out.printf(
        "%n| events | within | side | write units | per event | of that counters, per event |"
            + " counters, of one write per event |%n|---|---|---|---|---|---|---|%n");
    for (Load load : loads) {
      Units documented = bed.documented().run(load);
      Units ours = bed.pipeline().run(load);
      double limit = documented.ofCounters(load.events());
      print(load, bed.documented(), documented, limit);
      print(load, bed.pipeline(), ours, limit);
    }
  }

  private static void print(Load load, Side side, Units units, double limit) {
    double counters = units.ofCounters(load.events());
    System.out.printf(
        "| %d %s | %.1f s | %s | %.0f | %.3f | %.4f | %.4f |%n",
        load.events(),
        load.name(),
        units.seconds(),
        side.name(),
        units.units(),
        units.units() / load.events(),
        counters / load.events(),
        counters / limit);
  }

  private static int number(Arguments arguments, String name, int byDefault) {
    List<String> given = arguments.all(name);
    return given.isEmpty() ? byDefault : Integer.parseInt(given.get(given.size() - 1));
  }
}
