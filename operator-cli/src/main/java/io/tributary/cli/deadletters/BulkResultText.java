package io.tributary.cli.deadletters;

import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import io.tributary.operations.deadletters.BulkResult;
import java.util.List;
import java.util.Map;

/**
 * Text of the outcome of a bulk request.
 *
 * @param action the action, such as {@code redriven}
 * @param dry true if it would have been
 */
public record BulkResultText(Output output, String action, boolean dry) {

  private static final List<Column<Map.Entry<BulkResult.Kind, Long>>> COLUMNS =
      List.of(
          Column.of("family", count -> count.getKey().family()),
          Column.of("stage", count -> count.getKey().stage()),
          Column.of("code", count -> count.getKey().code()),
          Column.of("dead_letters", Map.Entry::getValue));

  public void print(BulkResult tally) {
    if (output.isJson() || !tally.counts().isEmpty()) {
      output.print(COLUMNS, List.copyOf(tally.counts().entrySet()));
    }
    for (BulkResult.Left left : tally.left()) {
      output.print(
          left.deadLetters() + " left, such as " + left.example() + ": " + left.reason(),
          JsonFields.of("left", left.deadLetters())
              .and("reason", left.reason())
              .and("such_as", left.example().toString())
              .map());
    }
    output.print(
        deadLetters(tally.total())
            + (dry ? " would be " : " ")
            + action
            + (tally.before() == 0 ? "" : ", " + deadLetters(tally.before()) + " decided before"),
        JsonFields.of(action, tally.total())
            .and("left", tally.left().stream().mapToLong(BulkResult.Left::deadLetters).sum())
            .and("before", tally.before())
            .and("dry_run", dry)
            .map());
  }

  private static String deadLetters(long count) {
    return count + (count == 1 ? " dead letter" : " dead letters");
  }
}
