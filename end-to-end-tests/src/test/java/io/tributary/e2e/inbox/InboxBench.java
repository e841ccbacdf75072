package io.tributary.e2e.inbox;

import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A pipeline with what is needed to look at its inboxes, until nothing more happens in them. */
final class InboxBench implements AutoCloseable {

  private static final Duration PAST_A_WAIT = Duration.ofMinutes(11);

  final AvroFiles avro = new AvroFiles();
  final SplitPipeline pipeline;
  final Topics topics;
  final Tables tables;
  final InboxFacts facts;

  InboxBench(SplitPipeline pipeline) {
    this.pipeline = pipeline;
    this.topics = new Topics(pipeline.endpoints());
    this.tables = new Tables(pipeline.endpoints());
    this.facts = new InboxFacts(topics, avro);
  }

  /** What the table must hold by now. */
  InboxOracle oracle() {
    return InboxOracle.of(topics, avro);
  }

  /** Waits until all is stored. */
  void awaitDrained() {
    pipeline.awaitDrained();
  }

  /** Waits until all is stored, what has expired is gone, and the counters have followed. */
  void awaitQuiet() {
    endWaits();
    awaitDrained();
    Eventually.await("what has expired to be gone")
        .pollInterval(Duration.ofMillis(500))
        .until(() -> tables.scan(InboxItems.TABLE).stream().noneMatch(InboxBench::hasExpired));
    awaitDrained();
  }

  /** Lets time pass wherever a read waits, so that none waits longer. */
  private void endWaits() {
    Eventually.await("reads to wait no longer")
        .pollInterval(Duration.ofMillis(500))
        .until(
            () -> {
              List<UserFold> waiting = oracle().waiting();
              waiting.forEach(this::tick);
              return waiting.isEmpty();
            });
  }

  private void tick(UserFold user) {
    long newest =
        user.waiting().stream().mapToLong(UserFold.Waiting::acceptedAt).max().orElseThrow();
    Instant later = Instant.ofEpochMilli(newest).plus(PAST_A_WAIT);
    facts.append(user.inbox(), user.uid(), later, facts.tick());
  }

  private static boolean hasExpired(Map<String, Object> item) {
    return item.get("expiredat") instanceof BigDecimal end
        && end.compareTo(PlainItem.number(Instant.now().getEpochSecond())) <= 0;
  }

  @Override
  public void close() {
    topics.close();
    tables.close();
    pipeline.close();
  }
}
