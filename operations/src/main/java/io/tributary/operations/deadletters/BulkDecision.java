package io.tributary.operations.deadletters;

import io.tributary.avro.envelope.DeadLetterDecision;
import io.tributary.avro.envelope.DecisionKind;
import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Family;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Decides about many dead letters, a chunk of one family at a time. Each chunk counts whole or not
 * at all, even if the process is killed, and a repetition goes on with those that are open.
 */
final class BulkDecision {

  private static final int CHUNK = 100;
  private static final long CHUNK_BYTES = 8L * 1024 * 1024;

  private final Cluster cluster;
  private final ValueFormat format;
  private final DeadLetterReader deadLetters;
  private final Rule rule;
  private final BulkRequest request;
  private final BulkResult result;

  BulkDecision(
      Cluster cluster,
      ValueFormat format,
      DeadLetterReader deadLetters,
      Rule rule,
      BulkRequest request,
      BulkResult result) {
    this.cluster = cluster;
    this.format = format;
    this.deadLetters = deadLetters;
    this.rule = rule;
    this.request = request;
    this.result = result;
  }

  /**
   * A decision about a dead letter.
   *
   * @param again record to send; empty to discard the dead letter
   */
  record Decision(
      DeadLetterRecord deadLetter,
      DecisionKind kind,
      Optional<ProducerRecord<byte[], byte[]>> again) {

    private long bytes() {
      return again.map(record -> length(record.key()) + length(record.value())).orElse(0L);
    }

    private static long length(byte @Nullable [] part) {
      return part == null ? 0 : part.length;
    }
  }

  /** Decides about one dead letter; throws {@link OperationException} if it has to stay open. */
  @FunctionalInterface
  interface Rule {
    Decision on(DeadLetterRecord deadLetter);
  }

  /** Returns when nothing is left, or the request says stop. */
  void run() {
    request.filter().families().forEach(this::run);
  }

  private void run(Family family) {
    if (request.dry()) {
      run(family, null);
      return;
    }
    // opened before the decisions are read: from here on no other process adds to them
    try (DecisionTransactions transactions = DecisionTransactions.open(cluster, format, family)) {
      run(family, transactions);
    }
  }

  private void run(Family family, @Nullable DecisionTransactions transactions) {
    try (Run run = new Run(family, deadLetters.decisions(family), transactions)) {
      deadLetters.each(family, request.filter(), run);
      run.commit();
    }
  }

  private final class Run implements DeadLetterReader.Visitor, AutoCloseable {

    private final Family family;
    private final Map<DeadLetterId, DeadLetterDecision> decided;
    private final @Nullable DecisionTransactions transactions;
    private final List<Decision> due = new ArrayList<>();
    private @Nullable Progress progress;
    private long bytes;

    Run(
        Family family,
        Map<DeadLetterId, DeadLetterDecision> decided,
        @Nullable DecisionTransactions transactions) {
      this.family = family;
      this.decided = decided;
      this.transactions = transactions;
    }

    @Override
    public void begin(long offsets) {
      String work = "dead letters of " + family.label();
      progress = offsets == 0 ? null : request.progress().begin(work, "offsets", offsets);
    }

    @Override
    public void missing(DeadLetterId id) {
      result.leave(id, "there is no such dead letter");
    }

    @Override
    public void deadLetter(DeadLetterRecord deadLetter) {
      if (progress != null) {
        progress.add(1);
      }
      if (decided.containsKey(deadLetter.id())) {
        result.decidedBefore();
        return;
      }
      try {
        Decision decision = rule.on(deadLetter);
        due.add(decision);
        bytes += decision.bytes();
      } catch (OperationException e) {
        result.leave(deadLetter.id(), String.valueOf(e.getMessage()));
      }
      if (due.size() >= CHUNK || bytes >= CHUNK_BYTES) {
        commit();
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
      return request.stop().getAsBoolean() || result.total() + due.size() >= request.limit();
    }

    void commit() {
      if (due.isEmpty() || request.stop().getAsBoolean()) {
        return;
      }
      if (transactions != null) {
        transactions.commit(due, request.runtime().clock().instant(), request.note());
      }
      due.forEach(decision -> result.done(decision.deadLetter()));
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
