package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import io.tributary.operations.deadletters.BulkResult;
import java.util.List;
import java.util.Map;

/**
 * What has become of dead letters, as it is printed.
 *
 * @param deed what was done to them, such as {@code redriven}
 * @param dry true if it would have been
 */
record BulkResultText(Output output, String deed, boolean dry) {

  private static final List<String> TITLES = List.of("FAMILY", "STAGE", "CODE", "LETTERS");

  void print(BulkResult tally) {
    if (output.isJson() || !tally.counts().isEmpty()) {
      output.print(TITLES, tally.counts().entrySet().stream().map(BulkResultText::row).toList());
    }
    for (BulkResult.Left left : tally.left()) {
      output.print(
          left.letters() + " left, such as " + left.example() + ": " + left.reason(),
          JsonFields.of("left", left.letters())
              .and("reason", left.reason())
              .and("such_as", left.example().toString())
              .map());
    }
    output.print(
        letters(tally.total())
            + (dry ? " would be " : " ")
            + deed
            + (tally.before() == 0 ? "" : ", " + letters(tally.before()) + " decided before"),
        JsonFields.of(deed, tally.total())
            .and("left", tally.left().stream().mapToLong(BulkResult.Left::letters).sum())
            .and("before", tally.before())
            .and("dry_run", dry)
            .map());
  }

  private static Output.Row row(Map.Entry<BulkResult.Kind, Long> count) {
    BulkResult.Kind kind = count.getKey();
    return new Output.Row(
        List.of(kind.family(), kind.stage(), kind.code(), Long.toString(count.getValue())),
        JsonFields.of("family", kind.family())
            .and("stage", kind.stage())
            .and("code", kind.code())
            .and("letters", count.getValue())
            .map());
  }

  private static String letters(long count) {
    return count + (count == 1 ? " dead letter" : " dead letters");
  }
}
