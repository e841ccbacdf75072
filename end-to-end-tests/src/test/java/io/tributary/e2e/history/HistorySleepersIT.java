package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.Instance;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.SplitPipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

final class HistorySleepersIT {

  private static final int THREADS = 20;
  private static final int CHANGES = 40;
  private static final long TIMESTAMP = 1_700_000_000_000L;

  @Test
  void shouldNotLetASleepingSinkOverwriteNewerStates() throws Exception {
    Workplace place = Workplace.of(HistorySleepersIT.class);
    HttpProbe http = new HttpProbe(place.deeds());
    AvroFiles avro = new AvroFiles();
    try (SplitPipeline pipeline = SplitPipeline.start(place, 1);
        Topics topics = new Topics(pipeline.endpoints());
        Tables tables = new Tables(pipeline.endpoints())) {
      Instance sleeper = pipeline.of(Role.SINK).get(0);
      sleeper.stop();
      changeOften(new HistoryEvents(topics, avro));
      Awaitility.await("to be folded")
          .atMost(Duration.ofSeconds(60))
          .until(() -> topics.read("history.feedback").size() == THREADS * CHANGES);

      // Falls asleep with hundreds of states in its hands, most of them not the last of an item.
      sleeper.launch();
      Awaitility.await()
          .atMost(Duration.ofSeconds(60))
          .pollInterval(Duration.ofMillis(5))
          .until(() -> tables.count("history") > 0);
      sleeper.process().freeze();
      HistoryOracle oracle = HistoryOracle.of(topics, avro);
      assertThatThrownBy(() -> oracle.check(topics, tables)).isInstanceOf(AssertionError.class);
      pipeline.add(Role.SINK);
      pipeline.awaitDrained();
      oracle.check(topics, tables);

      sleeper.process().thaw();
      sleeper.awaitReady();
      String overtaken = "tributary_sink_outcomes_total{outcome=\"stale\"}";
      Awaitility.await("a write that comes too late")
          .atMost(Duration.ofSeconds(30))
          .until(() -> http.metric(sleeper.http(), overtaken) > 0);
      Awaitility.await("its hands to be empty")
          .atMost(Duration.ofSeconds(30))
          .until(() -> http.metric(sleeper.http(), "tributary_sink_in_flight") == 0);
      System.out.printf(
          "history sleepers: states=%d stale=%.0f %s%n",
          2 * THREADS * CHANGES, http.metric(sleeper.http(), overtaken), place.deeds());

      oracle.check(topics, tables);
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
