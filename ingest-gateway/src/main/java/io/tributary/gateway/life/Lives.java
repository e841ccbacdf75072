package io.tributary.gateway.life;

import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import java.time.Duration;

/** Types of settings for lives of items: 1 second to 100 years. */
public final class Lives {

  private static final Duration LEAST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofDays(36_500);
  private static final String RANGE = "1s to 36500d";

  public static final SettingType<Duration> LIFE =
      new SettingType<>("duration " + RANGE, text -> parse(text, RANGE));

  /** A life; {@code off} is {@link Duration#ZERO}. */
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
