package io.tributary.sink.execute;

import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * Limits of writing.
 *
 * @param writers at the same time
 * @param together writes in one store
 * @param linger delay of a coalesced record; zero to coalesce nothing
 */
public record WriterLimits(int writers, int together, Duration linger) {

  /** Write units that a writer takes in a second, about. */
  private static final double UNITS_OF_A_WRITER = 200;

  /** Write units of a claim and a row of a KiB in a transaction. */
  private static final double UNITS_OF_A_WRITE = 4;

  /** A request's share of a second's units. */
  private static final double SHARE = 0.1;

  public static WriterLimits of(Settings settings) {
    return new WriterLimits(
        settings.get(SinkSettings.WRITERS),
        settings.get(SinkSettings.TRANSACTION_WRITES),
        settings.get(SinkSettings.COUNTERS_LINGER));
  }

  /**
   * Limits for a number of write units, so that bursts do not take all of them.
   *
   * @param writeUnits per second
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
