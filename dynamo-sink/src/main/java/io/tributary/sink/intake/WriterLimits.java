package io.tributary.sink.intake;

import io.tributary.runtime.config.Settings;
import io.tributary.sink.SinkSettings;
import java.time.Duration;

/**
 * Bounds of writing.
 *
 * @param writers how many work at once
 * @param together how many writes they may store at once
 * @param linger how long a coalesced record waits for a newer one; zero to coalesce nothing
 */
public record WriterLimits(int writers, int together, Duration linger) {

  /** As the settings say. */
  public static WriterLimits of(Settings settings) {
    return new WriterLimits(
        settings.get(SinkSettings.WRITERS),
        settings.get(SinkSettings.TRANSACTION_WRITES),
        settings.get(SinkSettings.COUNTERS_LINGER));
  }
}
