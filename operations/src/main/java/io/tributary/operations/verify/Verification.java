package io.tributary.operations.verify;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A comparison: expectations are spilled to disk, tables are scanned, and deviations are looked at
 * again until they are right, confirmed, or keep changing.
 */
public final class Verification implements AutoCloseable {

  private static final int ROUNDS = 10;
  private static final long PAUSE_MILLIS = 1_000;

  private final ComparedTables compared;
  private final Progress.Reporter steps;
  private final SpillStore store;
  private final ExpectedState state;
  private final Source source;
  private final ItemComparator comparator;
  private final Repair repair;
  private final Map<String, TableCounts> counts = new LinkedHashMap<>();

  private Verification(
      ComparedTables compared, Progress.Reporter steps, Function<ExpectedState, Source> expected)
      throws IOException {
    this.compared = compared;
    this.steps = steps;
    store = SpillStore.open();
    state = new ExpectedState(store, compared.tables());
    source = expected.apply(state);
    comparator =
        new ItemComparator(
            source,
            wanted ->
                wanted.source().map(RecordPlace::attempt).filter(state::hasFailed).isPresent(),
            compared.clock());
    repair = new Repair(compared.client(), compared.prefix());
    compared.tables().forEach(table -> counts.put(table.name(), new TableCounts()));
  }

  /** A comparison with the topics. */
  public static Verification withTopics(
      ComparedTables compared, Cluster cluster, Set<Family> families, Progress.Reporter steps)
      throws IOException {
    return new Verification(
        compared, steps, state -> new TopicSource(compared, cluster, families, state, steps));
  }

  /** A comparison with other tables, of the same definitions. */
  public static Verification withTables(
      ComparedTables compared, ComparedTables other, Progress.Reporter steps) throws IOException {
    return new Verification(compared, steps, state -> new TableSource(other, state, steps));
  }

  /** Throws if the topics cannot have filled the tables. */
  public void requireRepairable() throws InterruptedException {
    Optional<String> doubt = source.doubt();
    if (doubt.isPresent()) {
      throw OperationException.failed("not repaired: " + doubt.get());
    }
  }

  public void compare() throws InterruptedException {
    source.load();
    for (TableDefinition table : compared.tables()) {
      String name = compared.prefix() + table.name();
      try (Progress progress =
          steps.begin("comparing " + name, "items", compared.reads().count(table))) {
        new TableScan(compared, progress).each(table, this::compare);
      }
    }
    state.followSuspects();
    state.eachExpected(this::suspectIfMissing);
    settle();
    eachOpen(finding -> countsOf(finding).add(finding.verdict()));
  }

  /** Records that are unreadable here and not among the dead letters, if any. */
  public Optional<String> unreadable() throws InterruptedException {
    if (describeUnreadable().isPresent()) {
      // their dead letters may have come meanwhile
      source.beforeLooking();
    }
    return describeUnreadable();
  }

  private Optional<String> describeUnreadable() {
    AtomicLong count = new AtomicLong();
    AtomicReference<String> example = new AtomicReference<>("");
    state.eachUnreadable(
        place -> {
          example.compareAndSet("", place);
          count.incrementAndGet();
        });
    return count.get() == 0
        ? Optional.empty()
        : Optional.of(
            "records that cannot be read and are not among the dead letters: %d, such as %s; the"
                    .formatted(count.get(), example.get())
                + " sink has not come to them yet, or could read them with what this command lacks,"
                + " such as a schema that the registry does not show here: try again when the sink"
                + " and the registry have caught up");
  }

  /**
   * Writes expectations in place of wrong items, and compares those again.
   *
   * @param deletes true to delete extra items, too
   */
  public void repair(boolean deletes) throws InterruptedException {
    long wrong = counts.values().stream().mapToLong(counts -> counts.wrong(deletes)).sum();
    try (Progress progress = steps.begin("repairing", "items", wrong)) {
      state.eachFound(
          finding -> {
            if (finding.action(deletes).isPresent()) {
              repair.apply(finding);
              state.retry(finding);
              progress.add(1);
            }
          });
    }
    settle();
    state.eachRepaired(table -> countsOf(table).addRepaired());
  }

  /** Visits open findings. */
  public void eachOpen(Consumer<ItemDifference> visitor) {
    state.eachFound(visitor);
    state.eachSuspect(visitor);
  }

  /** Counts by table without prefix. */
  public Map<String, TableCounts> counts() {
    return Collections.unmodifiableMap(counts);
  }

  public String prefix() {
    return compared.prefix();
  }

  /** True if nothing is known to be wrong. */
  public boolean isRight() {
    AtomicBoolean right = new AtomicBoolean(true);
    eachOpen(
        finding -> {
          if (finding.verdict() != ItemVerdict.UNKNOWN) {
            right.set(false);
          }
        });
    return right.get();
  }

  private void compare(ItemKey key, Map<String, AttributeValue> item) {
    ItemDifference finding = comparator.look(key, state.expected(key), item);
    if (finding.verdict() == ItemVerdict.EQUAL) {
      countsOf(finding).add(ItemVerdict.EQUAL);
      state.clear(key);
    } else if (finding.verdict() != ItemVerdict.LEFT_OUT) {
      state.suspect(finding.undecided());
    }
  }

  private void suspectIfMissing(ItemDifference expected) {
    Map<String, AttributeValue> wanted = expected.wanted();
    if (!wanted.isEmpty()
        && !state.isSuspect(expected.key())
        && !comparator.isExpired(expected.key().table(), wanted)) {
      state.suspect(expected);
    }
  }

  /**
   * Looks at suspects until each is settled, for a limited time. A deviation counts if the sink had
   * finished the record before the look and no later record of the key came until after it; an item
   * like one of those is right.
   */
  private void settle() throws InterruptedException {
    long open = state.suspects();
    if (open == 0) {
      return;
    }
    try (Progress progress = steps.begin("looking again", "items", open)) {
      long looks = 0;
      for (int round = 0; round < ROUNDS && open > 0; round++) {
        if (round > 0) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        }
        looks += open;
        progress.outOf(looks);
        source.beforeLooking();
        state.eachSuspects(
            TableReads.MOST,
            suspects -> {
              lookAgain(suspects);
              progress.add(suspects.size());
            });
        source.follow();
        open = confirm();
      }
    }
  }

  private void lookAgain(List<ItemDifference> suspects) {
    List<Map<String, AttributeValue>> items =
        compared.reads().get(suspects.stream().map(ItemDifference::key).toList());
    for (int i = 0; i < suspects.size(); i++) {
      ItemDifference suspect = suspects.get(i);
      ItemDifference now = comparator.look(suspect.key(), suspect.expected(), items.get(i));
      boolean wasRight = suspect.verdict() == ItemVerdict.EQUAL;
      if (wasRight || now.verdict() == ItemVerdict.EQUAL || now.verdict() == ItemVerdict.LEFT_OUT) {
        settled(wasRight ? suspect : now);
      } else {
        boolean pending = now.expected().filter(source::isPending).isPresent();
        state.suspect(pending ? now.undecided() : now);
      }
    }
  }

  private void settled(ItemDifference finding) {
    if (!state.wasTried(finding.key())) {
      countsOf(finding).add(finding.verdict());
    }
    state.clear(finding.key());
  }

  /** Returns the count of open suspects. */
  private long confirm() {
    AtomicLong open = new AtomicLong();
    state.eachSuspect(
        suspect -> {
          if (suspect.verdict() == ItemVerdict.IN_FLIGHT) {
            open.incrementAndGet();
          } else if (suspect.verdict() == ItemVerdict.EQUAL) {
            settled(suspect);
          } else {
            state.confirm(suspect);
          }
        });
    return open.get();
  }

  private TableCounts countsOf(ItemDifference finding) {
    return countsOf(finding.key().table().name());
  }

  private TableCounts countsOf(String table) {
    return Objects.requireNonNull(counts.get(table));
  }

  @Override
  public void close() throws IOException {
    try {
      source.close();
    } finally {
      store.close();
    }
  }
}
