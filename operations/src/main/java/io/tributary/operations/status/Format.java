package io.tributary.operations.status;

import io.tributary.operations.deadletters.OpenDeadLetters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Numbers as people read them. */
public final class Format {

  private static final double MINUTE = 60;
  private static final double HOUR = 60 * MINUTE;
  private static final double DAY = 24 * HOUR;
  private static final double STEP = 1024;
  private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final int SMALL = 10;

  private Format() {}

  public static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  public static String rate(double perSecond) {
    return String.format(Locale.ROOT, "%,.1f", perSecond);
  }

  /** An age such as {@code 0.4 s}, {@code 12 s}, {@code 3 min}, {@code 5 h}. */
  public static String age(double seconds) {
    if (seconds < 2 * MINUTE) {
      return String.format(Locale.ROOT, seconds < SMALL ? "%.1f s" : "%.0f s", seconds);
    }
    return seconds < 2 * HOUR
        ? whole(seconds / MINUTE, "min")
        : seconds < 2 * DAY ? whole(seconds / HOUR, "h") : whole(seconds / DAY, "d");
  }

  private static String whole(double number, String unit) {
    return String.format(Locale.ROOT, "%.0f %s", Math.floor(number), unit);
  }

  public static String bytes(long bytes) {
    double size = bytes;
    int unit = 0;
    while (size >= STEP && unit < UNITS.size() - 1) {
      size /= STEP;
      unit++;
    }
    String form = unit == 0 || size >= SMALL ? "%.0f %s" : "%.1f %s";
    return String.format(Locale.ROOT, form, size, UNITS.get(unit));
  }

  /** Numbers such as {@code 14 in the last hour, 0.3 an hour the day before}. */
  public static String rates(OpenDeadLetters.Arrivals arrivals, long now) {
    return "%s in the last hour, %s an hour the day before"
        .formatted(count(arrivals.lastHour(now)), rate(arrivals.perHourBefore(now)));
  }

  /** Counts such as {@code a 3, b 1}, the greatest first. */
  public static String counts(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(entry -> entry.getKey() + ' ' + count(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** The first few names. */
  static String some(List<String> names) {
    int most = 3;
    String first = names.stream().limit(most).collect(Collectors.joining(", "));
    return names.size() <= most ? first : first + " and " + (names.size() - most) + " more";
  }
}
