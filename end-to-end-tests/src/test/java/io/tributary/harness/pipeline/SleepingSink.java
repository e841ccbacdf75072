package io.tributary.harness.pipeline;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.store.Tables;
import java.time.Duration;
import org.awaitility.Awaitility;

/**
 * A sink that falls asleep with records in its hands, most of them not the last of an item, and
 * wakes when another one has long written all of them.
 */
public final class SleepingSink {

  private static final String STALE = "tributary_sink_outcomes_total{outcome=\"stale\"}";
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SplitPipeline pipeline;
  private final Tables tables;
  private final HttpProbe http;
  private final Instance sleeper;

  /** Stops the only sink, so that records pile up for it. */
  public SleepingSink(SplitPipeline pipeline, Tables tables, HttpProbe http) {
    this.pipeline = pipeline;
    this.tables = tables;
    this.http = http;
    this.sleeper = pipeline.of(Role.SINK).get(0);
    sleeper.stop();
  }

  /** Compares the tables with what they must hold, or throws {@link AssertionError}. */
  @FunctionalInterface
  public interface Model {

    void check();
  }

  /**
   * Lets it work, sleep, be replaced and wake up.
   *
   * @param table which it has begun to write when it falls asleep
   * @param model must hold before it wakes and after
   * @return how many of its writes were refused as stale, at least one
   */
  public double sleepAndWake(String table, Model model) throws Exception {
    sleeper.launch();
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(5))
        .until(() -> tables.count(table) > 0);
    sleeper.process().freeze();
    assertThatThrownBy(model::check).isInstanceOf(AssertionError.class);
    pipeline.add(Role.SINK);
    pipeline.awaitDrained();
    model.check();

    sleeper.process().thaw();
    sleeper.awaitReady();
    Awaitility.await("a write that comes too late")
        .atMost(PATIENCE)
        .until(() -> http.metric(sleeper.http(), STALE) > 0);
    Awaitility.await("its hands to be empty")
        .atMost(PATIENCE)
        .until(() -> http.metric(sleeper.http(), "tributary_sink_in_flight") == 0);
    model.check();
    return http.metric(sleeper.http(), STALE);
  }
}
