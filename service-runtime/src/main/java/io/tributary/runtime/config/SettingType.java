package io.tributary.runtime.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A setting's type.
 *
 * @param name in the documentation
 * @param parser throws {@link SettingsException} with the rule alone
 */
public record SettingType<T>(String name, Function<String, T> parser) {

  private static final String TTL = "1s to 36500d";
  private static final long MOST_TTL_DAYS = 36_500;
  private static final Pattern QUANTITY = Pattern.compile("(\\d{1,15})([a-zA-Z]*)");

  public static final SettingType<String> TEXT = new SettingType<>("text", Function.identity());

  /** A hidden text, from environment or file, never from a flag. */
  public static final SettingType<Secret> SECRET =
      new SettingType<>("secret", SettingType::parseSecret);

  public static final SettingType<Path> PATH = new SettingType<>("path", Path::of);

  public static final SettingType<Boolean> BOOLEAN =
      new SettingType<>("true or false", SettingType::parseBoolean);

  /** A number with a unit: ms, s, m, h or d. */
  public static final SettingType<Duration> DURATION =
      new SettingType<>("duration (ms, s, m, h, d)", SettingType::parseDuration);

  /** A number of bytes, or of KiB, MiB or GiB. */
  public static final SettingType<Long> BYTES =
      new SettingType<>("bytes (KiB, MiB, GiB)", SettingType::parseBytes);

  /** A host and a port, such as {@code 127.0.0.1:8080}. */
  public static final SettingType<HostPort> LISTENER =
      new SettingType<>("host:port", HostPort::parse);

  /** An integer within bounds, both included. */
  public static SettingType<Integer> integer(int least, int most) {
    return new SettingType<>(
        "integer " + least + " to " + most, text -> parseInteger(text, least, most));
  }

  /** A duration, or {@code off}, which is {@link Duration#ZERO}. */
  public static SettingType<Duration> durationOrOff() {
    return new SettingType<>("duration or off", SettingType::parseDurationOrOff);
  }

  /** Life of items: 1 second to 100 years. */
  public static SettingType<Duration> ttl() {
    return new SettingType<>("duration " + TTL, text -> parseTtl(text, TTL));
  }

  /** The same, or {@code off}, which is {@link Duration#ZERO}. */
  public static SettingType<Duration> ttlOrOff() {
    String rule = TTL + ", or off";
    return new SettingType<>(
        "duration " + rule, text -> text.equals("off") ? Duration.ZERO : parseTtl(text, rule));
  }

  private static Duration parseTtl(String text, String rule) {
    Duration ttl = parseDuration(text);
    if (ttl.toSeconds() < 1 || ttl.compareTo(Duration.ofDays(MOST_TTL_DAYS)) > 0) {
      throw new SettingsException("must be " + rule);
    }
    return ttl;
  }

  private static Secret parseSecret(String text) {
    if (text.isBlank()) {
      throw new SettingsException("must not be blank");
    }
    return new Secret(text);
  }

  private static Duration parseDurationOrOff(String text) {
    Duration duration = text.equals("off") ? Duration.ZERO : parseDuration(text);
    if (duration.isZero() && !text.equals("off")) {
      throw new SettingsException("must be longer than nothing, or off");
    }
    return duration;
  }

  private static boolean parseBoolean(String text) {
    if (!text.equals("true") && !text.equals("false")) {
      throw new SettingsException("must be true or false");
    }
    return Boolean.parseBoolean(text);
  }

  private static int parseInteger(String text, int least, int most) {
    try {
      int value = Integer.parseInt(text);
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw outOfBounds(least, most);
    }
    throw outOfBounds(least, most);
  }

  private static SettingsException outOfBounds(int least, int most) {
    return new SettingsException("must be a whole number from " + least + " to " + most);
  }

  private static Duration parseDuration(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    Function<Long, Duration> unit =
        switch (matcher.matches() ? matcher.group(2) : "") {
          case "ms" -> Duration::ofMillis;
          case "s" -> Duration::ofSeconds;
          case "m" -> Duration::ofMinutes;
          case "h" -> Duration::ofHours;
          case "d" -> Duration::ofDays;
          default ->
              throw new SettingsException(
                  "must be a number with a unit (ms, s, m, h, d), such as 500ms or 90d");
        };
    try {
      return unit.apply(Long.parseLong(matcher.group(1)));
    } catch (ArithmeticException e) {
      throw new SettingsException("is longer than any time");
    }
  }

  private static long parseBytes(String text) {
    Matcher matcher = QUANTITY.matcher(text);
    int shift =
        switch (matcher.matches() ? matcher.group(2).toLowerCase(Locale.ROOT) : "none") {
          case "" -> 0;
          case "kib" -> 10;
          case "mib" -> 20;
          case "gib" -> 30;
          default ->
              throw new SettingsException(
                  "must be a number of bytes, such as 1048576, 64KiB or 1MiB");
        };
    try {
      return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift);
    } catch (ArithmeticException e) {
      throw new SettingsException("is more than any memory");
    }
  }
}
