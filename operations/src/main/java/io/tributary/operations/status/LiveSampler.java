package io.tributary.operations.status;

import io.tributary.operations.generation.GenerationLog;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Looks at the generation that is live, whichever is by then. */
public final class LiveSampler implements AutoCloseable {

  /** A broker that answers says it at once; without one there is nothing to look at anyway. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Probe<Integer> live;
  private final IntFunction<Sampling> samplers;
  private final Ticker ticker;
  private int generation;
  private Sampling sampling;
  private @Nullable Snapshot last;

  /** Looks at one generation. */
  interface Sampling extends AutoCloseable {

    /** Everything as it is now. */
    Snapshot look() throws InterruptedException;

    @Override
    void close();
  }

  /**
   * One that has looked at nothing yet.
   *
   * @param generation looked at until the log says that another is live
   * @param log read again at each look, and closed with this; none to stay with that generation
   * @param samplers look at the generation of that number
   */
  public LiveSampler(
      int generation, Optional<GenerationLog> log, IntFunction<Sampler> samplers, Ticker ticker) {
    this(
        generation,
        log.<Probe.Source<Integer>>map(Newest::new).orElse(() -> generation),
        samplers::apply,
        ticker);
  }

  LiveSampler(
      int generation, Probe.Source<Integer> live, IntFunction<Sampling> samplers, Ticker ticker) {
    this.live = new Probe<>("generation", live, Duration.ZERO, ticker);
    this.samplers = samplers;
    this.ticker = ticker;
    this.generation = generation;
    this.sampling = samplers.apply(generation);
  }

  /** The number of the generation that is live. */
  private record Newest(GenerationLog log) implements Probe.Source<Integer> {

    @Override
    public Integer look() {
      return log.read().number();
    }

    @Override
    public void close() {
      log.close();
    }
  }

  /**
   * The status between the look before and another one, which is taken now; the first time, between
   * two looks, unless no cluster answers the first of them.
   *
   * @param interval time between the two
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
    int newest = live.begin().by(Deadline.after(PATIENCE, ticker)).value().orElse(generation);
    if (newest != generation) {
      sampling.close();
      sampling = samplers.apply(newest);
      generation = newest;
    }
    return sampling.look();
  }

  @Override
  public void close() {
    live.close();
    sampling.close();
  }
}
