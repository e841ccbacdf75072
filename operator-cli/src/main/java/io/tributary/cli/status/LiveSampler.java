package io.tributary.cli.status;

import io.tributary.cli.generation.GenerationLog;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.function.IntFunction;

/** Looks at the generation that is live, whichever is by then. */
public final class LiveSampler implements AutoCloseable {

  /** A broker that answers says it at once; without one there is nothing to look at anyway. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Look<Integer> live;
  private final IntFunction<Sampling> samplers;
  private final Ticker ticker;
  private int generation;
  private Sampling sampling;
  private boolean anew;

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
        log.<Look.Source<Integer>>map(Newest::new).orElse(() -> generation),
        samplers::apply,
        ticker);
  }

  LiveSampler(
      int generation, Look.Source<Integer> live, IntFunction<Sampling> samplers, Ticker ticker) {
    this.live = new Look<>("generation", live, Duration.ZERO, ticker);
    this.samplers = samplers;
    this.ticker = ticker;
    this.generation = generation;
    this.sampling = samplers.apply(generation);
  }

  /** The number of the generation that is live. */
  private record Newest(GenerationLog log) implements Look.Source<Integer> {

    @Override
    public Integer look() {
      return log.read().number();
    }

    @Override
    public void close() {
      log.close();
    }
  }

  /** Everything as it is now. */
  Snapshot look() throws InterruptedException {
    int newest = live.begin().by(Deadline.after(PATIENCE, ticker)).value().orElse(generation);
    anew = newest != generation;
    if (anew) {
      sampling.close();
      sampling = samplers.apply(newest);
      generation = newest;
    }
    return sampling.look();
  }

  /** True when the look before this one was at another generation, and cannot be compared. */
  boolean isAnew() {
    return anew;
  }

  @Override
  public void close() {
    live.close();
    sampling.close();
  }
}
