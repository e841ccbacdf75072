package io.tributary.cli.simulate;

import io.tributary.cli.output.Output;
import io.tributary.cli.output.Output.Row;
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
  private static final List<String> TITLES =
      List.of(
          "family",
          "accepted",
          "p50 ms",
          "p90 ms",
          "p99 ms",
          "p99.9 ms",
          "max ms",
          "refused",
          "unanswered",
          "errors");

  /** Latencies by family and of all; true when all that was sent was accepted. */
  public boolean figures(Figures figures) {
    List<Row> rows = new ArrayList<>();
    figures.byFamily().forEach((family, figure) -> rows.add(row(family.label(), figure)));
    Figures.Figure all = figures.all();
    rows.add(row("all", all));
    output.print(TITLES, rows);
    return all.refused() + all.unanswered() == 0;
  }

  private static Row row(String name, Figures.Figure figure) {
    List<String> cells = new ArrayList<>(List.of(name, Long.toString(figure.accepted())));
    JsonFields members = JsonFields.of("family", name).and("accepted", figure.accepted());
    for (double percent : PERCENTILES) {
      boolean any = figure.accepted() > 0;
      double millis = figure.millis(percent);
      cells.add(any ? String.format(Locale.ROOT, "%.1f", millis) : "-");
      members.and(title(percent), any ? millis : null);
    }
    cells.add(Long.toString(figure.refused()));
    cells.add(Long.toString(figure.unanswered()));
    cells.add(
        figure.errors().entrySet().stream()
            .map(error -> error.getKey() + '=' + error.getValue())
            .collect(Collectors.joining(" ")));
    members.and("refused", figure.refused()).and("unanswered", figure.unanswered());
    return new Row(cells, members.and("errors", figure.errors()).map());
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
