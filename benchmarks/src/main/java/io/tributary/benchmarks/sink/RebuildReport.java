package io.tributary.benchmarks.sink;

import io.tributary.benchmarks.process.Machine;
import io.tributary.runtime.ambient.Ambient;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Measures what a replay stores from topics in empty tables, beside the bare client with the same
 * requests, in turn, in DynamoDB: readings, which are claimed in transactions, and messages, which
 * are put one by one.
 */
public final class RebuildReport {

  private final Options options;
  private final TestBed bed;

  private RebuildReport(Options options, TestBed bed) {
    this.options = options;
    this.bed = bed;
  }

  /** Arguments as {@link Options} has them; to be run in the project's folder. */
  public static void main(String[] arguments) throws Exception {
    Options options = Options.parse(arguments);
    System.out.printf(
        "%s %s%n%s%n%d records a round, %d round(s) of each side, in turn, after one of each that"
            + " does not count%n",
        RebuildReport.class.getName(),
        String.join(" ", arguments),
        Machine.describe(),
        options.readings(),
        options.rounds());
    try (TestBed bed = new TestBed(options)) {
      new RebuildReport(options, bed).run();
    }
    System.out.println("load average after: " + Machine.load());
  }

  private void run() throws Exception {
    long now = Ambient.system().nowMillis();
    System.out.printf(
        "%n| records | group | writers | side | records/s, whole | of the bare client | of each round"
            + " | records/s, middle | of the bare client | write units/s"
            + " | CPU us/record: side | endpoint | broker |%n"
            + "|---|---|---|---|---|---|---|---|---|---|---|---|---|%n");
    for (Backlog backlog :
        List.of(
            Messages.backlog(bed.kafka(), options.readings(), now),
            Readings.backlog(bed.kafka(), options.readings(), now))) {
      backlog.append(bed.kafka(), 1);
      List<Side> sides =
          List.of(new ReplaySide(backlog, bed.broker()), new BareSide(backlog, true));
      takeTurns(sides, backlog, options.shapes().get(0), 1);
      for (Shape shape : options.shapes()) {
        print(backlog, shape, sides, takeTurns(sides, backlog, shape, options.rounds()));
      }
    }
  }

  /** The rounds of each side; each is the first as often as the other. */
  private List<List<Round>> takeTurns(List<Side> sides, Backlog backlog, Shape shape, int times)
      throws Exception {
    List<List<Round>> all = List.of(new ArrayList<>(), new ArrayList<>());
    for (int turn = 0; turn < 2 * times; turn++) {
      int side = (turn + turn / 2) % 2;
      all.get(side).add(bed.run(sides.get(side), bed.endpoints().get(0), shape, backlog));
    }
    return all;
  }

  private static void print(Backlog backlog, Shape shape, List<Side> sides, List<List<Round>> all) {
    double bareWhole = median(all.get(1), Round::whole);
    double bareMiddle = median(all.get(1), round -> round.speed().perSecond());
    for (int side = 0; side < sides.size(); side++) {
      List<Round> rounds = all.get(side);
      double whole = median(rounds, Round::whole);
      double middle = median(rounds, round -> round.speed().perSecond());
      Round last = rounds.get(rounds.size() - 1);
      System.out.printf(
          "| %s | %d | %d | %s | %.0f | %.2f | %s | %.0f | %.2f | %.0f | %s |%n",
          backlog.name(),
          shape.group(),
          shape.writers(),
          sides.get(side).name(),
          whole,
          whole / bareWhole,
          rounds.stream()
              .map(round -> "%.0f".formatted(round.whole()))
              .collect(Collectors.joining(", ")),
          middle,
          middle / bareMiddle,
          median(rounds, round -> round.speed().perSecond() * round.units()),
          last.speed().cpu().stream().map("%.0f"::formatted).collect(Collectors.joining(" | ")));
    }
  }

  private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
    double[] sorted = rounds.stream().mapToDouble(figure).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
