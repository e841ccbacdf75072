package io.tributary.cli.simulate;

import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a simulation prints.
 *
 * @param output where
 */
public record Report(Output output) {

  private static final List<Double> PERCENTILES = List.of(50.0, 90.0, 99.0, 99.9, 100.0);

  private record Line(String family, Figures.Figure figure) {}

  private static final List<Column<Line>> COLUMNS = columns();

  private static List<Column<Line>> columns() {
    List<Column<Line>> columns = new ArrayList<>();
    columns.add(Column.of("family", Line::family));
    columns.add(Column.of("accepted", line -> line.figure().accepted()));
    for (double percent : PERCENTILES) {
      columns.add(
          Column.of(
              title(percent),
              line -> line.figure().accepted() > 0 ? line.figure().millis(percent) : null,
              line ->
                  line.figure().accepted() > 0
                      ? String.format(Locale.ROOT, "%.1f", line.figure().millis(percent))
                      : "-"));
    }
    columns.add(Column.of("refused", line -> line.figure().refused()));
    columns.add(Column.of("unanswered", line -> line.figure().unanswered()));
    columns.add(Column.of("errors", line -> line.figure().errors(), line -> errors(line.figure())));
    return List.copyOf(columns);
  }

  /** Latencies by family and of all; returns whether everything sent was accepted. */
  public boolean figures(Figures figures) {
    List<Line> lines = new ArrayList<>();
    figures.byFamily().forEach((family, figure) -> lines.add(new Line(family.label(), figure)));
    Figures.Figure all = figures.all();
    lines.add(new Line("all", all));
    output.print(COLUMNS, lines);
    return all.refused() + all.unanswered() == 0;
  }

  private static String errors(Figures.Figure figure) {
    return figure.errors().entrySet().stream()
        .map(error -> error.getKey() + '=' + error.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String title(double percent) {
    return percent == 100.0 ? "max_ms" : "p" + Double.toString(percent).replace(".0", "") + "_ms";
  }

  /**
   * Table by table, whether it is exact; true when all are.
   *
   * @param drained whether a table that is not exact is wrong, not just late
   */
  public boolean verdicts(List<Verdict> verdicts, Map<String, Long> unknown, boolean drained) {
    verdicts.forEach(verdict -> verdict(verdict, drained));
    unknown.forEach(
        (family, senders) ->
            output.print(
                "unknown " + family + " senders=" + senders,
                JsonFields.of("family", family).and("unknown_senders", senders).map()));
    return unknown.isEmpty() && verdicts.stream().allMatch(Verdict::isExact);
  }

  private void verdict(Verdict verdict, boolean drained) {
    String numbers =
        verdict.family().label()
            + '.'
            + verdict.table()
            + " expected="
            + verdict.expected()
            + " found="
            + verdict.found();
    String wrong =
        " missing="
            + verdict.missing()
            + " different="
            + verdict.different()
            + " extra="
            + verdict.extra();
    String examples =
        verdict.examples().stream().map(text -> "\n  " + text).collect(Collectors.joining());
    output.print(
        verdict.isExact()
            ? "exact " + numbers
            : (drained ? "wrong " : "undrained ") + numbers + wrong + examples,
        JsonFields.of("family", verdict.family().label())
            .and("table", verdict.table())
            .and("exact", verdict.isExact())
            .and("drained", drained)
            .and("expected", verdict.expected())
            .and("found", verdict.found())
            .and("missing", verdict.missing())
            .and("different", verdict.different())
            .and("extra", verdict.extra())
            .and("examples", verdict.examples())
            .map());
  }
}
