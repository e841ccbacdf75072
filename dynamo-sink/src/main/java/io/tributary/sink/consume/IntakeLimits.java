package io.tributary.sink.consume;

import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;

/**
 * Limits of the intake.
 *
 * @param held records in flight
 * @param heldBytes bytes in flight above which nothing more is read
 * @param revocation drain time of a revoked partition
 * @param session session time-out of the group
 */
public record IntakeLimits(
    int held, long heldBytes, Duration commitInterval, Duration revocation, Duration session) {

  private static final Duration REVOCATION = Duration.ofSeconds(5);

  public static IntakeLimits of(Settings settings) {
    return new IntakeLimits(
        settings.get(SinkSettings.INFLIGHT_RECORDS),
        settings.get(SinkSettings.INFLIGHT_BYTES),
        settings.get(SinkSettings.COMMIT_INTERVAL),
        REVOCATION,
        new KafkaClients(settings).session());
  }

  /** Records of one poll: half of the limit, so that one half is read as one is written. */
  int perPoll() {
    return Math.max(1, held / 2);
  }
}
