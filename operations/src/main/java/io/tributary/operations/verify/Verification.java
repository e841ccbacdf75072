package io.tributary.operations.verify;

import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.table.TableDefinition;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One comparison: what is expected is written down on disk, the tables are scanned, and whatever
 * seems wrong is looked at again until it is either well, confirmed, or keeps changing.
 */
public final class Verification implements AutoCloseable {

  private static final int ROUNDS = 10;
  private static final long PAUSE_MILLIS = 1_000;

  private final ComparedTables subject;
  private final Progress.Reporter steps;
  private final Scratch scratch;
  private final ExpectedState ledger;
  private final Source source;
  private final ItemComparator judge;
  private final Repair repair;
  private final Map<String, TableCounts> counts = new LinkedHashMap<>();

  private Verification(
      ComparedTables subject,
      Progress.Reporter steps,
      Scratch scratch,
      ExpectedState ledger,
      Source source) {
    this.subject = subject;
    this.steps = steps;
    this.scratch = scratch;
    this.ledger = ledger;
    this.source = source;
    judge =
        new ItemComparator(
            source,
            expected ->
                expected.source().map(RecordPlace::attempt).filter(ledger::isBuried).isPresent(),
            subject.clock());
    repair = new Repair(subject.client(), subject.prefix());
    subject.tables().forEach(table -> counts.put(table.name(), new TableCounts()));
  }

  /** A comparison with what the topics say. */
  public static Verification withTopics(
      ComparedTables subject, Cluster cluster, Set<Family> families, Progress.Reporter steps)
      throws IOException {
    Scratch scratch = Scratch.open();
    ExpectedState ledger = new ExpectedState(scratch, subject.tables());
    Source source = new TopicSource(subject, cluster, families, ledger, steps);
    return new Verification(subject, steps, scratch, ledger, source);
  }

  /** A comparison with other tables, of the same definitions. */
  public static Verification withTables(
      ComparedTables subject, ComparedTables other, Progress.Reporter steps) throws IOException {
    Scratch scratch = Scratch.open();
    ExpectedState ledger = new ExpectedState(scratch, subject.tables());
    Source source = new TableSource(other, ledger, steps);
    return new Verification(subject, steps, scratch, ledger, source);
  }

  /** Fails when the topics cannot be those that filled the tables; writes nothing. */
  public void requireRepairable() throws InterruptedException {
    Optional<String> doubt = source.doubt();
    if (doubt.isPresent()) {
      throw OperationException.conflict("not repaired: " + doubt.get());
    }
  }

  /** Compares; shows nothing yet. */
  public void compare() throws InterruptedException {
    source.load();
    for (TableDefinition table : subject.tables()) {
      String name = subject.prefix() + table.name();
      try (Progress progress =
          steps.begin("comparing " + name, "items", subject.reads().count(table))) {
        new TableScan(subject, progress).each(table, this::compare);
      }
    }
    ledger.followSuspects();
    ledger.eachExpected(this::suspectIfMissing);
    settle();
    eachOpen(finding -> countsOf(finding).add(finding.verdict()));
  }

  /** Records that cannot be read though the sink has not buried them, if there are any. */
  public Optional<String> unreadable() throws InterruptedException {
    if (describeUnreadable().isPresent()) {
      // their letters may have come meanwhile
      source.beforeLooking();
    }
    return describeUnreadable();
  }

  private Optional<String> describeUnreadable() {
    AtomicLong count = new AtomicLong();
    AtomicReference<String> example = new AtomicReference<>("");
    ledger.eachUnreadable(
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

  /** Writes what is expected in place of what is wrong, and looks again. */
  public void repair() throws InterruptedException {
    long wrong = counts.values().stream().mapToLong(TableCounts::wrong).sum();
    try (Progress progress = steps.begin("repairing", "items", wrong)) {
      ledger.eachFound(
          finding -> {
            if (finding.verdict().isWrong()) {
              repair.apply(finding);
              ledger.retry(finding);
              progress.add(1);
            }
          });
    }
    settle();
    ledger.eachRepaired(table -> countsOf(table).addRepaired());
  }

  /** Shows what is not as expected, or cannot be decided. */
  public void eachOpen(Consumer<Finding> visitor) {
    ledger.eachFound(visitor);
    ledger.eachSuspect(visitor);
  }

  /** Counts of every table, by its name without prefix. */
  public Map<String, TableCounts> counts() {
    return Collections.unmodifiableMap(counts);
  }

  /** Put before the name of every table. */
  public String prefix() {
    return subject.prefix();
  }

  /** True when the tables hold what is expected, as far as anybody can say. */
  public boolean isRight() {
    AtomicBoolean right = new AtomicBoolean(true);
    eachOpen(
        finding -> {
          if (finding.verdict() != Verdict.UNKNOWN) {
            right.set(false);
          }
        });
    return right.get();
  }

  private void compare(ItemKey key, Map<String, AttributeValue> item) {
    Finding finding = judge.look(key, ledger.expected(key), item);
    if (finding.verdict() == Verdict.EQUAL) {
      countsOf(finding).add(Verdict.EQUAL);
      ledger.clear(key);
    } else if (finding.verdict() != Verdict.LEFT_OUT) {
      ledger.suspect(finding.undecided());
    }
  }

  private void suspectIfMissing(Finding expected) {
    Map<String, AttributeValue> wanted = expected.wanted();
    if (!wanted.isEmpty()
        && !ledger.isSuspect(expected.key())
        && !judge.isExpired(expected.key().table(), wanted)) {
      ledger.suspect(expected);
    }
  }

  /**
   * Looks at suspects until each is settled, or for long enough. What is wrong with one counts if
   * its record had been through the sink before the look, and none of its key has come until after;
   * an item that is as one of those that have come is right.
   */
  private void settle() throws InterruptedException {
    long open = ledger.suspects();
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
        ledger.eachSuspects(
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

  private void lookAgain(List<Finding> suspects) {
    List<Map<String, AttributeValue>> items =
        subject.reads().get(suspects.stream().map(Finding::key).toList());
    for (int i = 0; i < suspects.size(); i++) {
      Finding suspect = suspects.get(i);
      Finding now = judge.look(suspect.key(), suspect.expected(), items.get(i));
      boolean wasRight = suspect.verdict() == Verdict.EQUAL;
      if (wasRight || now.verdict() == Verdict.EQUAL || now.verdict() == Verdict.LEFT_OUT) {
        settled(wasRight ? suspect : now);
      } else {
        boolean pending = now.expected().filter(source::isPending).isPresent();
        ledger.suspect(pending ? now.undecided() : now);
      }
    }
  }

  private void settled(Finding finding) {
    if (!ledger.wasTried(finding.key())) {
      countsOf(finding).add(finding.verdict());
    }
    ledger.clear(finding.key());
  }

  /** Returns how many are still open. */
  private long confirm() {
    AtomicLong open = new AtomicLong();
    ledger.eachSuspect(
        suspect -> {
          if (suspect.verdict() == Verdict.IN_FLIGHT) {
            open.incrementAndGet();
          } else if (suspect.verdict() == Verdict.EQUAL) {
            settled(suspect);
          } else {
            ledger.confirm(suspect);
          }
        });
    return open.get();
  }

  private TableCounts countsOf(Finding finding) {
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
      scratch.close();
    }
  }
}
