package io.tributary.cli.replay;

import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.operations.JsonFields;
import io.tributary.operations.status.Format;
import io.tributary.operations.verify.AttributeForm;
import io.tributary.operations.verify.ItemDifference;
import io.tributary.operations.verify.ItemVerdict;
import io.tributary.operations.verify.TableCounts;
import io.tributary.operations.verify.Verification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Prints the result of a comparison. */
public record VerificationText(Output output, Verification verification) {

  private static final int LONGEST = 60;

  /** A tenth of a table. */
  private static final int MOST_EXTRA = 10;

  private static final String NOTHING = "nothing";

  /** A line for each finding. */
  public void findings() {
    verification.eachOpen(finding -> print(finding, Optional.empty()));
  }

  /**
   * A line for each finding, with the action of a repair.
   *
   * @param deletes true if it deletes extra items
   */
  public void findings(boolean deletes) {
    verification.eachOpen(finding -> print(finding, finding.action(deletes)));
  }

  /** A line for each finding that should have been repaired. */
  public void remaining(boolean deletes) {
    verification.eachOpen(
        finding -> {
          Optional<String> action = finding.action(deletes).map("still to "::concat);
          if (action.isPresent() || finding.verdict() == ItemVerdict.IN_FLIGHT) {
            print(finding, action);
          }
        });
  }

  /** Tables with extra items, each as {@code 5 of 925 items of history}. */
  public List<String> extra() {
    return shares(counts -> counts.of(ItemVerdict.EXTRA) > 0);
  }

  /** The same, of tables more than a tenth of whose items are extra. */
  public List<String> manyExtra() {
    return shares(counts -> counts.of(ItemVerdict.EXTRA) * MOST_EXTRA > counts.present());
  }

  private List<String> shares(Predicate<TableCounts> chosen) {
    return verification.counts().entrySet().stream()
        .filter(table -> chosen.test(table.getValue()))
        .map(
            table ->
                "%s of %s items of %s%s"
                    .formatted(
                        Format.count(table.getValue().of(ItemVerdict.EXTRA)),
                        Format.count(table.getValue().present()),
                        verification.prefix(),
                        table.getKey()))
        .toList();
  }

  public void tables() {
    List<Column<Map.Entry<String, TableCounts>>> columns = new ArrayList<>();
    columns.add(Column.of("table", table -> verification.prefix() + table.getKey()));
    for (ItemVerdict verdict : TableCounts.COUNTED) {
      columns.add(Column.of(memberOf(verdict), table -> table.getValue().of(verdict)));
    }
    columns.add(Column.of("repaired", table -> table.getValue().repaired()));
    output.print(columns, List.copyOf(verification.counts().entrySet()));
  }

  private static String memberOf(ItemVerdict verdict) {
    return verdict.label().replace(' ', '_');
  }

  private void print(ItemDifference finding, Optional<String> action) {
    String table = verification.prefix() + finding.key().table().name();
    JsonFields members =
        JsonFields.of("finding", memberOf(finding.verdict()))
            .and("table", table)
            .and("key", finding.key().texts());
    if (finding.verdict() == ItemVerdict.DIFFERENT) {
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

  private static String text(ItemDifference finding, String table, Optional<String> action) {
    StringBuilder text = new StringBuilder();
    text.append(finding.verdict().label()).append(' ').append(table).append(' ');
    text.append(finding.key());
    if (finding.verdict() == ItemVerdict.DIFFERENT) {
      text.append(": ").append(differences(finding));
    }
    if (finding.isAlarm()) {
      text.append("; alarm: no record has given out this rev");
    }
    action.ifPresent(done -> text.append(" (").append(done).append(')'));
    return text.toString();
  }

  private static String differences(ItemDifference finding) {
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

  private static Map<String, @Nullable Object> attributes(ItemDifference finding) {
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
