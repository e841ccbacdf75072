package io.tributary.sink.execute;

import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Bounds of writing.
 *
 * @param writers how many work at once
 * @param together how many writes they may store at once
 * @param linger how long a coalesced record waits for a newer one; zero to coalesce nothing
 */
public record WriterLimits(int writers, int together, Duration linger) {

  /** A writer takes about so many write units a second. */
  private static final double UNITS_OF_A_WRITER = 200;

  /** Of a write that shares requests: a claim and a row of a KiB, in a transaction. */
  private static final double UNITS_OF_A_WRITE = 4;

  /** What a request may take of a second's units. */
  private static final double SHARE = 0.1;

  /** As the settings say. */
  public static WriterLimits of(Settings settings) {
    return new WriterLimits(
        settings.get(SinkSettings.WRITERS),
        settings.get(SinkSettings.TRANSACTION_WRITES),
        settings.get(SinkSettings.COUNTERS_LINGER));
  }

  /**
   * The same or fewer, at once and in a request, which do not take a limit's units in bursts.
   *
   * @param writeUnits a second, if there is a limit
   */
  public WriterLimits under(OptionalDouble writeUnits) {
    if (writeUnits.isEmpty()) {
      return this;
    }
    return new WriterLimits(
        atMost(writers, writeUnits.getAsDouble() / UNITS_OF_A_WRITER),
        atMost(together, writeUnits.getAsDouble() * SHARE / UNITS_OF_A_WRITE),
        linger);
  }

  private static int atMost(int bound, double wanted) {
    return (int) Math.max(1, Math.min(bound, wanted));
  }
}
