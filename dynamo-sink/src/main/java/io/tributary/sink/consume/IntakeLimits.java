package io.tributary.sink.consume;

import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;

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
        session(settings));
  }

  /** The consumer's session time-out. */
  private static Duration session(Settings settings) {
    String key = ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG;
    Object value =
        settings.kafka().containsKey(key)
            ? settings.kafka().get(key)
            : ConsumerConfig.configDef().defaultValues().get(key);
    return Duration.ofMillis((Integer) ConfigDef.parseType(key, value, ConfigDef.Type.INT));
  }

  /** Records of one poll: half of the limit, so that one half is read as one is written. */
  int perPoll() {
    return Math.max(1, held / 2);
  }
}
