package io.tributary.runtime.kafka.generation;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The live generation, read at most twice a second. */
public final class LiveGenerationCache implements Supplier<Generation> {

  /** Longest time for which an answer is remembered. */
  public static final Duration FRESH = Duration.ofMillis(500);

  private final Settings settings;
  private final Ticker ticker;
  private @Nullable Generation known;
  private @Nullable Deadline fresh;

  public LiveGenerationCache(Settings settings, Ticker ticker) {
    this.settings = settings;
    this.ticker = ticker;
  }

  @Override
  public synchronized Generation get() {
    Generation last = known;
    if (last != null && fresh != null && !fresh.passed()) {
      return last;
    }
    // the answer is as old as the question
    Deadline until = Deadline.after(FRESH, ticker);
    Generation found = GenerationLog.live(settings);
    known = found;
    fresh = until;
    return found;
  }
}
