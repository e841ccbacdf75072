package io.tributary.processors.inbox.event;

import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import java.time.Duration;

/**
 * Limits of the fold of inboxes.
 *
 * @param sweepGrace time after which an expired message or receipt is counted without its removal
 * @param repeatAfter delay of the second write of a redaction
 * @param slice changes of one event; the rest continues
 */
public record InboxLimits(Duration sweepGrace, Duration repeatAfter, int slice) {

  private static final int MOST_CHANGES = 1000;

  public static InboxLimits of(Settings settings) {
    return new InboxLimits(
        settings.get(ProcessorsSettings.SWEEP_GRACE),
        settings.get(ProcessorsSettings.REMOVALS_REPEAT),
        MOST_CHANGES);
  }
}
