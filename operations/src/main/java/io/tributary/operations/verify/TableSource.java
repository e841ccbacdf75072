package io.tributary.operations.verify;

import io.tributary.operations.Progress;
import io.tributary.schemas.table.TableDefinition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tables of another prefix, which these are to be like. */
record TableSource(ComparedTables other, ExpectedState state, Progress.Reporter steps)
    implements Source {

  /** Looks after which a difference is no lag: tables of the same facts move apart. */
  private static final int LOOKS = 3;

  @Override
  public void load() throws InterruptedException {
    for (TableDefinition table : other.tables()) {
      String name = other.prefix() + table.name();
      try (Progress progress =
          steps.begin("reading " + name, "items", other.reads().count(table))) {
        new TableScan(other, progress)
            .each(table, (key, item) -> state.expect(key, expectation(item)));
      }
    }
  }

  @Override
  public void follow() {
    TableReads reads = other.reads();
    state.eachSuspects(
        TableReads.MOST,
        suspects -> {
          List<Map<String, AttributeValue>> items =
              reads.get(suspects.stream().map(ItemDifference::key).toList());
          for (int i = 0; i < suspects.size(); i++) {
            follow(suspects.get(i), items.get(i));
          }
        });
  }

  private void follow(ItemDifference suspect, Map<String, AttributeValue> item) {
    Expectation now =
        item.isEmpty() ? Expectation.absent(suspect.key().attributes()) : expectation(item);
    if (!now.equals(suspect.expected().orElse(null))) {
      state.expect(suspect.key(), now);
    } else if (state.seen(suspect) < LOOKS) {
      state.suspect(suspect.undecided());
    }
  }

  @Override
  public boolean isPending(Expectation expectation) {
    return false;
  }

  @Override
  public boolean reaches(TableDefinition table, Map<String, AttributeValue> item) {
    return true;
  }

  private static Expectation expectation(Map<String, AttributeValue> item) {
    return new Expectation(Expectation.Kind.HELD, Expectation.NO_REVISION, Optional.empty(), item);
  }
}
