package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterFate;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides about many letters, a chunk of one family at a time. Whatever ends it, each chunk counts
 * whole or not at all, and the same work begun again goes on with what is open.
 */
final class BulkDecision {

  private static final int CHUNK = 100;
  private static final long CHUNK_BYTES = 8L * 1024 * 1024;

  private final Cluster cluster;
  private final ValueFormat format;
  private final DeadLetterReader letters;
  private final Decision.Judge judge;
  private final BulkRequest work;
  private final BulkResult tally;
  private final Pace pace;
  private final int chunk;

  /**
   * BulkRequest that has yet to begin.
   *
   * @param judge decides about each letter
   * @param tally counts what has come of it
   */
  BulkDecision(
      Cluster cluster,
      ValueFormat format,
      DeadLetterReader letters,
      Decision.Judge judge,
      BulkRequest work,
      BulkResult tally) {
    this.cluster = cluster;
    this.format = format;
    this.letters = letters;
    this.judge = judge;
    this.work = work;
    this.tally = tally;
    this.pace = new Pace(work.perSecond(), work.ambient().ticker(), work.stop());
    this.chunk = work.perSecond() == 0 ? CHUNK : Math.min(CHUNK, work.perSecond());
  }

  /** Does it, until nothing is left or somebody wants it to stop. */
  void run() {
    work.filter().families().forEach(this::run);
  }

  private void run(Family family) {
    if (work.dry()) {
      run(family, null);
      return;
    }
    // opened before the fates are read: from here on nobody else adds to them
    try (FateTransactions transactions = FateTransactions.open(cluster, format, family)) {
      run(family, transactions);
    }
  }

  private void run(Family family, @Nullable FateTransactions transactions) {
    try (Run run = new Run(family, letters.fates(family), transactions)) {
      letters.each(family, work.filter(), run);
      run.commit();
    }
  }

  /** A letter and what is to become of it. */
  private record Due(DeadLetterRecord letter, Decision.Decided decided) {}

  /** The work on one family. */
  private final class Run implements DeadLetterReader.Visitor, AutoCloseable {

    private final Family family;
    private final Map<String, DeadLetterFate> fates;
    private final @Nullable FateTransactions transactions;
    private final List<Due> due = new ArrayList<>();
    private @Nullable Progress progress;
    private long bytes;

    Run(Family family, Map<String, DeadLetterFate> fates, @Nullable FateTransactions transactions) {
      this.family = family;
      this.fates = fates;
      this.transactions = transactions;
    }

    @Override
    public void begin(long offsets) {
      String what = "dead letters of " + family.label();
      progress = offsets == 0 ? null : work.progress().begin(what, "offsets", offsets);
    }

    @Override
    public void missing(DeadLetterId id) {
      tally.leave(id, "there is no such dead letter");
    }

    @Override
    public void letter(DeadLetterRecord letter) {
      if (progress != null) {
        progress.add(1);
      }
      if (fates.containsKey(letter.id().toString())) {
        tally.decidedBefore();
        return;
      }
      Decision verdict = judge.on(letter);
      if (verdict instanceof Decision.Decided decided) {
        due.add(new Due(letter, decided));
        bytes += decided.bytes();
        if (due.size() >= chunk || bytes >= CHUNK_BYTES) {
          commit();
        }
      } else if (verdict instanceof Decision.Impossible impossible) {
        tally.leave(letter.id(), impossible.reason());
      }
    }

    @Override
    public void passed(long offsets) {
      if (progress != null) {
        progress.at(offsets);
      }
    }

    @Override
    public boolean enough() {
      return work.stop().getAsBoolean() || tally.total() + due.size() >= work.limit();
    }

    /** Nothing has been written of what is due when somebody wants it to stop. */
    void commit() {
      pace.await(due.size());
      if (due.isEmpty() || work.stop().getAsBoolean()) {
        return;
      }
      if (transactions != null) {
        transactions.commit(
            due.stream().map(Due::decided).toList(), work.ambient().clock().instant(), work.note());
      }
      due.forEach(each -> tally.done(each.letter()));
      due.clear();
      bytes = 0;
    }

    @Override
    public void close() {
      if (progress != null) {
        progress.close();
      }
    }
  }
}
