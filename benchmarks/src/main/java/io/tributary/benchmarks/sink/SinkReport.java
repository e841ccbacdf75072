package io.tributary.benchmarks.sink;

import io.tributary.benchmarks.process.Machine;
import io.tributary.runtime.ambient.Ambient;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Measures what the sink stores, beside the bare client with the same transactions, in turn: into
 * DynamoDB, and into a stub that answers at once.
 */
public final class SinkReport {

  private final Options options;
  private final TestBed bed;
  private final Backlog readings;
  private final List<Side> sides;

  private SinkReport(Options options, TestBed bed) {
    this.options = options;
    this.bed = bed;
    this.readings = Readings.backlog(bed.kafka(), options.readings(), Ambient.system().nowMillis());
    this.sides = List.of(new SinkSide(readings, bed.broker()), new BareSide(readings, false));
  }

  /** Arguments as {@link Options} has them; to be run in the project's folder. */
  public static void main(String[] arguments) throws Exception {
    Options options = Options.parse(arguments);
    System.out.printf(
        "%s %s%n%s%n%d readings a round, %d times against the stub; %d round(s) of each side, in turn%n",
        SinkReport.class.getName(),
        String.join(" ", arguments),
        Machine.describe(),
        options.readings(),
        options.repeats(),
        options.rounds());
    try (TestBed bed = TestBed.withStub(options)) {
      new SinkReport(options, bed).run();
    }
    System.out.println("load average after: " + Machine.load());
  }

  private void run() throws Exception {
    System.out.printf(
        "%n| endpoint | group | writers | side | readings/s | of the bare client | of each round"
            + " | requests/reading | write units/reading"
            + " | CPU us/reading: side | endpoint | broker |%n"
            + "|---|---|---|---|---|---|---|---|---|---|---|---|%n");
    for (Endpoint endpoint : bed.endpoints()) {
      takeTurns(endpoint, options.shapes().get(options.shapes().size() - 1), 1);
      for (Shape shape : options.shapes()) {
        print(endpoint, shape, takeTurns(endpoint, shape, options.rounds()));
      }
    }
  }

  /** The rounds of each side. */
  private List<List<Round>> takeTurns(Endpoint endpoint, Shape shape, int times) throws Exception {
    List<List<Round>> all = List.of(new ArrayList<>(), new ArrayList<>());
    for (int i = 0; i < times; i++) {
      for (int side = 0; side < sides.size(); side++) {
        all.get(side).add(bed.run(sides.get(side), endpoint, shape, readings));
      }
    }
    return all;
  }

  private void print(Endpoint endpoint, Shape shape, List<List<Round>> all) {
    double bare = median(all.get(1)).speed().perSecond();
    for (int side = 0; side < sides.size(); side++) {
      Round round = median(all.get(side));
      System.out.printf(
          "| %s | %d | %d | %s | %.0f | %.2f | %s | %.3f | %s | %s |%n",
          endpoint.name(),
          shape.group(),
          shape.writers(),
          sides.get(side).name(),
          round.speed().perSecond(),
          round.speed().perSecond() / bare,
          all.get(side).stream()
              .map(each -> "%.0f".formatted(each.speed().perSecond()))
              .collect(Collectors.joining(", ")),
          round.requests(),
          endpoint.keeps() ? "%.2f".formatted(round.units()) : "-",
          round.speed().cpu().stream().map("%.0f"::formatted).collect(Collectors.joining(" | ")));
    }
  }

  /** The round of median speed. */
  private static Round median(List<Round> rounds) {
    List<Round> sorted =
        rounds.stream().sorted(Comparator.comparing(round -> round.speed().perSecond())).toList();
    return sorted.get(sorted.size() / 2);
  }
}
