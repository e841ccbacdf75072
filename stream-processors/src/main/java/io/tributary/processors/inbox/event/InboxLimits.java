package io.tributary.processors.inbox.event;

import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Settings;
import java.time.Duration;

/**
 * How the fold of an inbox's events is bounded.
 *
 * @param sweepGrace so long after its time was over a message or receipt counts as expired, though
 *     nobody has seen it go
 * @param repeatAfter so much later a redaction is written once more
 * @param slice the most that an event changes at once; what is left follows
 */
public record InboxLimits(Duration sweepGrace, Duration repeatAfter, int slice) {

  private static final int MOST_CHANGES = 1000;

  /** The limits that are set. */
  public static InboxLimits of(Settings settings) {
    return new InboxLimits(
        settings.get(ProcessorsSettings.SWEEP_GRACE),
        settings.get(ProcessorsSettings.REMOVALS_REPEAT),
        MOST_CHANGES);
  }
}
