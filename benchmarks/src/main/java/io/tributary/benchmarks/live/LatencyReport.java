package io.tributary.benchmarks.live;

import io.tributary.benchmarks.gateway.SteadyReadings;
import io.tributary.benchmarks.process.Machine;
import io.tributary.benchmarks.sink.Backlog;
import io.tributary.benchmarks.sink.Messages;
import io.tributary.benchmarks.sink.Readings;
import io.tributary.benchmarks.sink.Round;
import io.tributary.embedded.child.Arguments;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.sink.table.DynamoConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Measures how long a reading takes from when it was due at the gateway until its item can be read,
 * at a steady rate: alone, and while lost tables are built again under a limit of half the write
 * units that the bare client gets from the same endpoint in the same run. The phases take turns.
 */
public final class LatencyReport {

  private static final Duration LEAD = Duration.ofSeconds(3);
  private static final double HALF = 0.5;

  private final LiveBed bed;
  private final double rate;
  private final Duration time;
  private int rebuilds;

  private LatencyReport(LiveBed bed, double rate, Duration time) {
    this.bed = bed;
    this.rate = rate;
    this.time = time;
  }

  /**
   * Arguments: {@code --rate N} readings a second (50), {@code --seconds N} of a phase (20), {@code
   * --rounds N} of each phase (5), {@code --records N} to build again (40000), {@code --unlimited}
   * for phases without a limit beside, {@code --set key=value} of the services; to be run in the
   * project's folder.
   */
  public static void main(String[] words) throws Exception {
    Arguments arguments =
        Arguments.parse(
            words, Set.of("rate", "seconds", "rounds", "records", "set"), Set.of("unlimited"));
    System.out.printf(
        "%s %s%n%s%n", LatencyReport.class.getName(), String.join(" ", words), Machine.describe());
    Map<String, String> settings = new HashMap<>();
    for (String setting : arguments.all("set")) {
      String[] parts = setting.split("=", 2);
      settings.put(parts[0], parts[1]);
    }
    try (LiveBed bed = new LiveBed(settings)) {
      LatencyReport report =
          new LatencyReport(
              bed,
              number(arguments, "rate", 50),
              Duration.ofSeconds(number(arguments, "seconds", 20)));
      List<Backlog> backlogs = backlogs(bed, number(arguments, "records", 40_000));
      List<Phase> phases = report.phases(backlogs, arguments.has("unlimited"));
      report.run(backlogs, phases, number(arguments, "rounds", 5));
      report.print(phases);
    }
    System.out.println("load average after: " + Machine.load());
  }

  private static int number(Arguments arguments, String name, int byDefault) {
    List<String> given = arguments.all(name);
    return given.isEmpty() ? byDefault : Integer.parseInt(given.get(given.size() - 1));
  }

  private static List<Backlog> backlogs(LiveBed bed, int records) {
    long now = Ambient.system().nowMillis();
    return List.of(
        Readings.backlog(bed.kafka(), records, now), Messages.backlog(bed.kafka(), records, now));
  }

  /** Measures the endpoint, which has nothing else to do. */
  private List<Phase> phases(List<Backlog> backlogs, boolean unlimited) throws Exception {
    List<Phase> phases = new ArrayList<>(List.of(Phase.alone()));
    for (Backlog backlog : backlogs) {
      Round unused = bed.store(backlog);
      Round round = bed.store(backlog);
      double units = round.speed().perSecond() * round.units();
      System.out.printf(
          "bare client: %.0f %s/s, %.0f write units/s%n",
          round.speed().perSecond(), backlog.name(), units);
      phases.add(Phase.limited(backlog, HALF * units));
      if (unlimited) {
        phases.add(Phase.unlimited(backlog));
      }
    }
    return phases;
  }

  private void run(List<Backlog> backlogs, List<Phase> phases, int rounds) throws Exception {
    backlogs.forEach(backlog -> backlog.append(bed.kafka(), 1));
    SteadyReadings live = bed.startServices();
    try (DynamoDbClient client = DynamoConnection.open(bed.settings(), Ambient.system());
        StoredWatch watch = new StoredWatch(client)) {
      for (Phase phase : phases) {
        measure(phase, backlogs, live, watch, false);
      }
      List<Phase> order = new ArrayList<>(phases);
      for (int i = 0; i < rounds; i++) {
        for (Phase phase : order) {
          measure(phase, backlogs, live, watch, true);
        }
        Collections.rotate(order, 1);
      }
    }
  }

  private void measure(
      Phase phase, List<Backlog> backlogs, SteadyReadings live, StoredWatch watch, boolean counts)
      throws Exception {
    for (Backlog backlog : backlogs) {
      bed.lose(backlog);
    }
    Optional<Rebuild> rebuild = Optional.empty();
    if (phase.rebuilt().isPresent()) {
      String name = "live-" + ++rebuilds;
      rebuild =
          Optional.of(Rebuild.start(bed.settings(), name, phase.rebuilt().get(), phase.limit()));
    }
    try {
      long from = System.nanoTime() + LEAD.toNanos();
      double before = rebuild.map(Rebuild::units).orElse(0.0);
      live.send(rate, LEAD.plus(time), (key, due, at) -> watch.expect(key, due, due - from >= 0));
      double units = rebuild.map(Rebuild::units).orElse(0.0) - before;
      Histogram latency = watch.await();
      if (counts) {
        phase.add(latency, units / LEAD.plus(time).toSeconds());
        System.out.printf(
            "%s: p50 %.0f ms, p99 %.0f ms, %.0f write units/s, load %s%n",
            phase.name(),
            latency.getValueAtPercentile(50) / 1e6,
            latency.getValueAtPercentile(99) / 1e6,
            units / LEAD.plus(time).toSeconds(),
            Machine.load());
      }
    } finally {
      if (rebuild.isPresent()) {
        rebuild.get().close();
      }
    }
    TimeUnit.SECONDS.sleep(1);
  }

  private void print(List<Phase> phases) {
    System.out.printf(
        "%n| beside | limit | write units/s taken | readings | p50 ms | p90 | p99 | p99.9 | max"
            + " | p99 of each round | median | p50 to alone | p99 to alone, medians |"
            + " all together |%n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|%n");
    Phase alone = phases.get(0);
    for (Phase phase : phases) {
      System.out.printf(
          "| %s | %s | %.0f | %d | %.0f | %.0f | %.0f | %.0f | %.0f | %s | %.0f | %.2f | %.2f |"
              + " %.2f |%n",
          phase.name(),
          phase.limit().isPresent() ? "%.0f".formatted(phase.limit().getAsDouble()) : "-",
          phase.units(),
          phase.count(),
          phase.millis(50),
          phase.millis(90),
          phase.millis(99),
          phase.millis(99.9),
          phase.millis(100),
          phase.millisOfEach(99).stream().map("%.0f"::formatted).collect(Collectors.joining(", ")),
          phase.medianMillis(99),
          phase.medianMillis(50) / alone.medianMillis(50),
          phase.medianMillis(99) / alone.medianMillis(99),
          phase.millis(99) / alone.millis(99));
    }
  }
}
