package io.tributary.cli.simulate;

import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Output of a simulation. */
public record Report(Output output) {

  private record Line(String family, Figures.Figure figure) {}

  private static final List<Column<Line>> FIGURES =
      List.of(
          Column.of("family", Line::family),
          Column.of("accepted", line -> line.figure().accepted()),
          latency("p50_ms", 50),
          latency("p90_ms", 90),
          latency("p99_ms", 99),
          latency("p99.9_ms", 99.9),
          latency("max_ms", 100),
          Column.of("refused", line -> line.figure().refused),
          Column.of("unanswered", line -> line.figure().unanswered),
          Column.of(
              "errors",
              line -> line.figure().errors,
              line ->
                  line.figure().errors.entrySet().stream()
                      .map(error -> error.getKey() + '=' + error.getValue())
                      .collect(Collectors.joining(" "))));

  private static Column<Line> latency(String member, double percent) {
    return Column.of(
        member,
        line -> line.figure().accepted() > 0 ? line.figure().millis(percent) : null,
        line ->
            line.figure().accepted() > 0
                ? String.format(Locale.ROOT, "%.1f", line.figure().millis(percent))
                : "-");
  }

  /** Prints latencies by family and of all; returns whether everything sent was accepted. */
  public boolean figures(Figures figures) {
    List<Line> lines = new ArrayList<>();
    figures.byFamily().forEach((family, figure) -> lines.add(new Line(family.label(), figure)));
    Figures.Figure all = figures.all();
    lines.add(new Line("all", all));
    output.print(FIGURES, lines);
    return all.refused + all.unanswered == 0;
  }

  /**
   * Prints the comparison of each table; returns whether all are exact.
   *
   * @param lost requests that were refused or unanswered, by family, whose tables are left out
   * @param drained false if a table may still be late
   */
  public boolean verdicts(
      List<SimulationResult> verdicts, Map<String, Long> lost, boolean drained) {
    output.print(
        List.of(
            Column.of("family", each -> each.family.label()),
            Column.of("table", each -> each.table),
            Column.of("result", each -> each.isExact() ? "exact" : drained ? "wrong" : "undrained"),
            Column.json("exact", SimulationResult::isExact),
            Column.json("drained", each -> drained),
            Column.of("expected", each -> each.expected),
            Column.of("found", each -> each.found),
            Column.of("missing", each -> each.missing),
            Column.of("different", each -> each.different),
            Column.of("extra", each -> each.extra),
            Column.json("examples", each -> each.examples)),
        verdicts);
    if (!output.isJson()) {
      verdicts.forEach(each -> each.examples.forEach(text -> output.print(text, Map.of())));
    }
    lost.forEach(
        (family, requests) ->
            output.print(
                "not compared: " + family + ", with " + requests + " lost requests",
                JsonFields.of("family", family).and("lost_requests", requests).map()));
    return lost.isEmpty() && verdicts.stream().allMatch(SimulationResult::isExact);
  }
}
