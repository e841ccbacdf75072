package io.tributary.gateway.life;

import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import java.time.Duration;

/** Settings that say how long items live: no less than a second, no more than a century. */
public final class Lives {

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(36_500);
  private static final String RANGE = "1s to 36500d";

  /** A life. */
  public static final SettingType<Duration> LIFE =
      new SettingType<>("duration " + RANGE, text -> parse(text, RANGE));

  /** A life, or {@code off} for ever, which is {@link Duration#ZERO}. */
  public static final SettingType<Duration> LIFE_OR_OFF =
      new SettingType<>("duration " + RANGE + ", or off", Lives::parseOrOff);

  private Lives() {}

  private static Duration parseOrOff(String text) {
    return text.equals("off") ? Duration.ZERO : parse(text, RANGE + ", or off");
  }

  private static Duration parse(String text, String rule) {
    Duration life = SettingType.DURATION.parser().apply(text);
    if (life.compareTo(LEAST) < 0 || life.compareTo(MOST) > 0) {
      throw new SettingsException("must be " + rule);
    }
    return life;
  }
}
