package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import io.tributary.operations.verify.AttributeForm;
import io.tributary.operations.verify.Finding;
import io.tributary.operations.verify.Repair;
import io.tributary.operations.verify.TableCounts;
import io.tributary.operations.verify.Verdict;
import io.tributary.operations.verify.Verification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Prints what a comparison has found. */
public record VerificationText(Output output, Verification verification) {

  private static final int LONGEST = 60;
  private static final String NOTHING = "nothing";

  /**
   * A line for each finding.
   *
   * @param prefix of what is said to be done about it, such as {@code would }; empty when nothing
   *     is
   */
  public void findings(Optional<String> prefix) {
    verification.eachOpen(finding -> print(finding, action(finding, prefix)));
  }

  /** A line for each finding that a repair has left. */
  public void remaining() {
    verification.eachOpen(
        finding -> {
          if (finding.verdict() != Verdict.UNKNOWN) {
            print(finding, action(finding, Optional.of("still to ")));
          }
        });
  }

  private static Optional<String> action(Finding finding, Optional<String> prefix) {
    return prefix
        .filter(any -> finding.verdict().isWrong())
        .map(words -> words + Repair.action(finding));
  }

  public void tables() {
    List<String> titles = new ArrayList<>(List.of("table"));
    TableCounts.COUNTED.forEach(verdict -> titles.add(verdict.label()));
    titles.add("repaired");
    List<Output.Row> rows = new ArrayList<>();
    verification
        .counts()
        .forEach((table, counts) -> rows.add(row(verification.prefix() + table, counts)));
    output.print(titles, rows);
  }

  private static Output.Row row(String table, TableCounts counts) {
    JsonFields members = JsonFields.of("table", table);
    List<String> cells = new ArrayList<>(List.of(table));
    for (Verdict verdict : TableCounts.COUNTED) {
      members.and(memberOf(verdict), counts.of(verdict));
      cells.add(Long.toString(counts.of(verdict)));
    }
    cells.add(Long.toString(counts.repaired()));
    return new Output.Row(cells, members.and("repaired", counts.repaired()).map());
  }

  private static String memberOf(Verdict verdict) {
    return verdict.label().replace(' ', '_');
  }

  private void print(Finding finding, Optional<String> action) {
    String table = verification.prefix() + finding.key().table().name();
    JsonFields members =
        JsonFields.of("finding", memberOf(finding.verdict()))
            .and("table", table)
            .and("key", finding.key().texts());
    if (finding.verdict() == Verdict.DIFFERENT) {
      members.and("attributes", attributes(finding));
    } else {
      members.and("expected", form(finding.wanted())).and("found", form(finding.found()));
    }
    if (finding.isAlarm()) {
      members.and("alarm", "rev_never_issued");
    }
    action.ifPresent(done -> members.and("action", done));
    output.print(text(finding, table, action), members.map());
  }

  private static String text(Finding finding, String table, Optional<String> action) {
    StringBuilder text = new StringBuilder();
    text.append(finding.verdict().label()).append(' ').append(table).append(' ');
    text.append(finding.key());
    if (finding.verdict() == Verdict.DIFFERENT) {
      text.append(": ").append(differences(finding));
    }
    if (finding.isAlarm()) {
      text.append("; alarm: no record has given out this rev");
    }
    action.ifPresent(done -> text.append(" (").append(done).append(')'));
    return text.toString();
  }

  private static String differences(Finding finding) {
    return finding.differing().stream()
        .map(
            name ->
                name
                    + " should be "
                    + shortened(finding.wanted().get(name))
                    + ", is "
                    + shortened(finding.found().get(name)))
        .collect(Collectors.joining("; "));
  }

  private static String shortened(@Nullable AttributeValue value) {
    if (value == null) {
      return NOTHING;
    }
    String text =
        switch (value.type()) {
          case N -> value.n();
          case S -> '"' + value.s().replace("\n", "\\n") + '"';
          default -> AttributeForm.text(value);
        };
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private static Map<String, @Nullable Object> attributes(Finding finding) {
    Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
    for (String name : finding.differing()) {
      attributes.put(
          name,
          JsonFields.of("expected", form(finding.wanted().get(name)))
              .and("found", form(finding.found().get(name)))
              .map());
    }
    return attributes;
  }

  private static @Nullable Object form(@Nullable AttributeValue value) {
    return value == null ? null : AttributeForm.of(value);
  }

  private static @Nullable Object form(Map<String, AttributeValue> item) {
    return item.isEmpty() ? null : AttributeForm.of(item);
  }
}
