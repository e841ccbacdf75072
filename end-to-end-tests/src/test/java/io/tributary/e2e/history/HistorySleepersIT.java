package io.tributary.e2e.history;

import io.tributary.harness.pipeline.SleepingSink;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("storm")
final class HistorySleepersIT {

  private static final int THREADS = 20;
  private static final int CHANGES = 40;
  private static final long TIMESTAMP = 1_700_000_000_000L;

  @Test
  void shouldNotLetASleepingSinkOverwriteNewerStates() throws Exception {
    Workplace place = Workplace.of(HistorySleepersIT.class);
    AvroFiles avro = new AvroFiles();
    try (SleepingSink sleeper = new SleepingSink(place);
        Topics topics = new Topics(sleeper.pipeline().endpoints());
        Tables tables = new Tables(sleeper.pipeline().endpoints())) {
      changeOften(new HistoryEvents(topics, avro));
      Eventually.await("to be folded")
          .until(() -> topics.read("history.feedback").size() == THREADS * CHANGES);
      HistoryOracle oracle = HistoryOracle.of(topics, avro);

      double stale = sleeper.sleepAndWake(() -> oracle.check(topics, tables));

      System.out.printf(
          "history sleepers: states=%d stale=%.0f %s%n",
          2 * THREADS * CHANGES, stale, place.deeds());
    }
  }

  /** Every thread gets a new title, and its message another feedback, again and again. */
  private static void changeOften(HistoryEvents log) {
    Instant now = Instant.now();
    for (int i = 0; i < THREADS; i++) {
      log.append(thread(i), now, log.user("m", TIMESTAMP, "one"));
    }
    for (int i = 0; i < THREADS * CHANGES; i++) {
      log.append(thread(i), now, log.details("title " + i, null, null));
      log.append(thread(i), now, log.feedback("m", "UP", "comment " + i));
    }
  }

  private static ThreadId thread(int number) {
    return ThreadId.of("user456", "t" + number % THREADS);
  }
}
