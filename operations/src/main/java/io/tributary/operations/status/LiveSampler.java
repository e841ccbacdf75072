package io.tributary.operations.status;

import io.tributary.operations.generation.GenerationLog;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Looks at the generation that is live, whichever is by then. */
public final class LiveSampler implements AutoCloseable {

  /** A broker answers at once, or not at all. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration READING = Duration.ofSeconds(5);

  private final Optional<Probe<Integer>> live;
  private final IntFunction<Sampling> samplers;
  private final Ticker ticker;
  private int generation;
  private Sampling sampling;
  private @Nullable Snapshot last;

  interface Sampling extends AutoCloseable {

    Snapshot look() throws InterruptedException;

    @Override
    void close();
  }

  /**
   * A sampler; without I/O.
   *
   * @param settings with the first generation
   * @param follows true to follow the live generation
   */
  public LiveSampler(
      Settings settings, List<Sampler.Instance> instances, boolean follows, Ambient ambient) {
    this(
        KafkaSettings.generation(settings),
        follows ? live(settings, ambient.ticker()) : Optional.empty(),
        number -> new Sampler(GenerationLog.in(settings, number), instances, ambient),
        ambient.ticker());
  }

  LiveSampler(
      int generation,
      Optional<Probe<Integer>> live,
      IntFunction<Sampling> samplers,
      Ticker ticker) {
    this.live = live;
    this.samplers = samplers;
    this.ticker = ticker;
    this.generation = generation;
    this.sampling = samplers.apply(generation);
  }

  private static Optional<Probe<Integer>> live(Settings settings, Ticker ticker) {
    GenerationLog log = GenerationLog.open(new KafkaClients(settings), READING);
    return Optional.of(
        new Probe<>("generation", () -> log.read().number(), log, Duration.ZERO, ticker));
  }

  /**
   * The status between the look before and one now; the first time, between two looks, unless no
   * cluster answers the first.
   */
  public Status next(Duration interval) throws InterruptedException {
    Snapshot before = last;
    if (before == null) {
      before = look();
      last = before;
      if (before.cluster().value().isEmpty()) {
        return new Status(before, before);
      }
    }
    TimeUnit.MILLISECONDS.sleep(interval.toMillis());
    int lookedAt = generation;
    Snapshot now = look();
    last = now;
    return new Status(generation == lookedAt ? before : now, now);
  }

  private Snapshot look() throws InterruptedException {
    int newest = generation;
    if (live.isPresent()) {
      Deadline limit = Deadline.after(PATIENCE, ticker);
      newest = live.get().begin().by(limit).value().orElse(generation);
    }
    if (newest != generation) {
      sampling.close();
      sampling = samplers.apply(newest);
      generation = newest;
    }
    return sampling.look();
  }

  @Override
  public void close() {
    live.ifPresent(Probe::close);
    sampling.close();
  }
}
