package io.tributary.benchmarks.gateway;

import io.tributary.benchmarks.process.Child;
import io.tributary.benchmarks.process.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Measures what the gateway carries: in a closed loop how much, at fixed rates how long it takes.
 * The sides take turns.
 */
public final class GatewayReport {

  private static final List<Double> LOADS = List.of(0.5, 0.8);

  private final Options options;
  private final TestBed bed;
  private final List<Side> sides;

  private GatewayReport(Options options, TestBed bed) throws Exception {
    this.options = options;
    this.bed = bed;
    this.sides = bed.warmSides(options);
  }

  /** Arguments as {@link Options} has them; to be run in the project's folder. */
  public static void main(String[] arguments) throws Exception {
    Options options = Options.parse(arguments);
    System.out.printf(
        "%s%nrounds of %.1f s, %d of each, in turn%n",
        Machine.describe(), options.time().toMillis() / 1e3, options.rounds());
    try (TestBed bed = new TestBed(options)) {
      GatewayReport report = new GatewayReport(options, bed);
      for (Workload workload : options.workloads()) {
        for (int connections : options.connections()) {
          report.measure(workload, connections);
        }
      }
      report.printMemory();
    }
    System.out.println("load average after: " + Machine.load());
  }

  private void measure(Workload workload, int connections) throws Exception {
    System.out.printf(
        "%n### %d reading(s) to a request, %d connection(s)%n%n", workload.readings(), connections);
    double maximum = measureMaximum(workload, connections);
    System.out.printf(
        "%n| load | side | requests/s | p50 ms | p90 | p99 | p99.9 | max | failed |%n"
            + "|---|---|---|---|---|---|---|---|---|%n");
    for (double load : LOADS) {
      Pace pace = new Pace(load * maximum, options.time());
      takeTurns(workload, connections, pace).forEach(trials -> printLatency(load, trials));
    }
  }

  /** Prints the closed loop; returns the requests per second of the gateway. */
  private double measureMaximum(Workload workload, int connections) throws Exception {
    List<Trials> all = takeTurns(workload, connections, Pace.closedLoop(options.time()));
    System.out.printf(
        "| side | requests/s | readings/s | of it, gateway | p50 ms | p99 ms"
            + " | CPU us/request: side | broker | client | failed |%n"
            + "|---|---|---|---|---|---|---|---|---|---|%n");
    double gateway = all.get(0).median().round().perSecond();
    all.forEach(trials -> printMaximum(workload, trials, gateway));
    return gateway;
  }

  private List<Trials> takeTurns(Workload workload, int connections, Pace pace) throws Exception {
    List<Trials> all = sides.stream().map(Trials::new).toList();
    List<Trials> order = new ArrayList<>(all);
    for (int i = 0; i < options.rounds(); i++) {
      for (Trials trials : order) {
        trials.add(bed.run(trials.side(), workload, connections, pace));
      }
      Collections.rotate(order, 1);
    }
    return all;
  }

  private static void printMaximum(Workload workload, Trials trials, double gateway) {
    Trial middle = trials.median();
    Trial all = trials.sum();
    Side side = trials.side();
    double rate = middle.round().perSecond();
    boolean own = side.process().equals(ProcessHandle.current());
    System.out.printf(
        "| %s | %.0f | %.0f | %.2f | %.2f | %.2f | %s | %.0f | %.0f | %d |%n",
        side.name(),
        rate,
        rate * workload.readings(),
        gateway / rate,
        millis(middle.round().latency(), 50),
        millis(middle.round().latency(), 99),
        own ? "-" : "%.0f".formatted(all.perRequest(all.side())),
        all.perRequest(all.broker()),
        all.perRequest(all.client()),
        all.round().failed());
  }

  private static void printLatency(double load, Trials trials) {
    Trial all = trials.sum();
    Histogram latency = all.round().latency();
    System.out.printf(
        "| %.0f %% | %s | %.0f | %.2f | %.2f | %.2f | %.2f | %.2f | %d |%n",
        load * 100,
        trials.side().name(),
        all.round().perSecond(),
        millis(latency, 50),
        millis(latency, 90),
        millis(latency, 99),
        millis(latency, 99.9),
        millis(latency, 100),
        all.round().failed());
  }

  private void printMemory() throws IOException {
    System.out.printf("%n| process | MiB resident at the end | at most |%n|---|---|---|%n");
    for (Map.Entry<String, Child> server : bed.servers().entrySet()) {
      printMemory(server.getKey(), server.getValue());
    }
    printMemory("broker", bed.broker());
  }

  private static void printMemory(String name, Child child) throws IOException {
    System.out.printf("| %s | %d | %d |%n", name, child.residentMiB(), child.peakMiB());
  }

  private static double millis(Histogram latency, double percentile) {
    return latency.getValueAtPercentile(percentile) / (double) Duration.ofMillis(1).toNanos();
  }
}
