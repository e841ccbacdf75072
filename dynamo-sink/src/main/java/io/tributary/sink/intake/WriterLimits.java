package io.tributary.sink.intake;

import io.tributary.runtime.config.Settings;
import io.tributary.sink.SinkSettings;
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
  private static final int UNITS_OF_A_WRITER = 200;

  /** As the settings say. */
  public static WriterLimits of(Settings settings) {
    return new WriterLimits(
        settings.get(SinkSettings.WRITERS),
        settings.get(SinkSettings.TRANSACTION_WRITES),
        settings.get(SinkSettings.COUNTERS_LINGER));
  }

  /**
   * Fewer write at once under a limit, so that they do not take it in bursts.
   *
   * @param writeUnits a second, if there is a limit
   */
  public WriterLimits under(OptionalDouble writeUnits) {
    if (writeUnits.isEmpty()) {
      return this;
    }
    int most = (int) Math.max(1, writeUnits.getAsDouble() / UNITS_OF_A_WRITER);
    return new WriterLimits(Math.min(writers, most), together, linger);
  }
}
