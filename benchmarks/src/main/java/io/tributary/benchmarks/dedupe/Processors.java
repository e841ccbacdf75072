package io.tributary.benchmarks.dedupe;

import io.tributary.processors.ProcessorsPipeline;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.OpsContent;
import io.tributary.runtime.health.OpsPages;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.runtime.metrics.Meters;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The processors with one stream thread, as they run in the service. */
final class Processors implements AutoCloseable {

  private static final Duration STOP = Duration.ofSeconds(60);
  private static final int LOOK_EVERY_MILLIS = 50;

  private final Lifecycle pipeline;
  private final OpsPages pages;
  private final Ambient ambient = Ambient.system();

  Processors(String brokers, Path state) {
    Meters meters = new Meters();
    pipeline =
        ProcessorsPipeline.of(settings(brokers, state), GenerationHandover.FIRST, ambient, meters);
    pages = new OpsPages(pipeline, () -> meters, ambient.clock());
  }

  static Settings settings(String brokers, Path state) {
    return Settings.of(
        Map.of(
            KafkaSettings.BOOTSTRAP_SERVERS.key(),
            brokers,
            ProcessorsSettings.THREADS.key(),
            "1",
            ProcessorsSettings.STATE_DIR.key(),
            state.toString()));
  }

  /**
   * Starts and asks for readiness all the while.
   *
   * @param seconds until ready
   * @param answers the different answers, in order
   */
  record Start(double seconds, List<String> answers) {}

  Start start() throws Exception {
    long begin = System.nanoTime();
    CompletableFuture<Void> started = CompletableFuture.runAsync(this::startPipeline);
    List<String> answers = new ArrayList<>();
    while (answers.isEmpty() || !answers.get(answers.size() - 1).startsWith("200")) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
      String answer = readiness();
      if (answers.isEmpty() || !answers.get(answers.size() - 1).equals(answer)) {
        answers.add(answer);
      }
      if (started.isCompletedExceptionally()) {
        started.get();
      }
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    started.get();
    return new Start(seconds, answers);
  }

  private void startPipeline() {
    try {
      pipeline.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private String readiness() {
    OpsContent.Page page = pages.at("/health/ready").orElseThrow();
    return page.status() + " " + page.body();
  }

  @Override
  public void close() throws Exception {
    pipeline.close(Deadline.after(STOP, ambient.ticker()));
  }
}
