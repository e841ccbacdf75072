package io.tributary.cli;

import io.tributary.cli.deadletters.Tally;
import io.tributary.cli.output.Members;
import io.tributary.cli.output.Output;
import java.util.List;

/**
 * What has become of dead letters, as it is printed.
 *
 * @param deed what was done to them, such as {@code redriven}
 * @param dry true if it would have been
 */
record TallyReport(Output output, String deed, boolean dry) {

  private static final List<String> TITLES = List.of("FAMILY", "STAGE", "CODE", "LETTERS");

  void print(Tally tally) {
    if (output.isJson() || !tally.counts().isEmpty()) {
      output.print(TITLES, tally.counts().stream().map(TallyReport::row).toList());
    }
    for (Tally.Left left : tally.left()) {
      output.print(
          left.letters() + " left, such as " + left.example() + ": " + left.reason(),
          Members.of("left", left.letters())
              .and("reason", left.reason())
              .and("such_as", left.example().toString())
              .map());
    }
    output.print(
        letters(tally.total())
            + (dry ? " would be " : " ")
            + deed
            + (tally.before() == 0 ? "" : ", " + letters(tally.before()) + " decided before"),
        Members.of(deed, tally.total())
            .and("left", tally.left().stream().mapToLong(Tally.Left::letters).sum())
            .and("before", tally.before())
            .and("dry_run", dry)
            .map());
  }

  private static Output.Row row(Tally.Count count) {
    Tally.Kind kind = count.kind();
    return new Output.Row(
        List.of(kind.family(), kind.stage(), kind.code(), Long.toString(count.letters())),
        Members.of("family", kind.family())
            .and("stage", kind.stage())
            .and("code", kind.code())
            .and("letters", count.letters())
            .map());
  }

  private static String letters(long count) {
    return count + (count == 1 ? " dead letter" : " dead letters");
  }
}
