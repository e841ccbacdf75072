package io.tributary.operations.replay;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Estimate of a replay.
 *
 * @param limit write units per second
 */
public record ReplayEstimate(double writeUnits, long records, OptionalDouble limit) {

  /** Records per second of a replay on two cores; benchmarks/README.md. */
  private static final double RECORDS_OF_A_SECOND = 1_000;

  private static final int SECONDS_OF_A_MINUTE = 60;
  private static final double LEAST = 0.1;

  /** By the limit, else by the usual rate of replays. */
  public double minutes() {
    double seconds =
        limit.isPresent() ? writeUnits / limit.getAsDouble() : records / RECORDS_OF_A_SECOND;
    return seconds / SECONDS_OF_A_MINUTE;
  }

  public String words() {
    return limit.isPresent()
        ? text("", "%s minutes at %,.0f a second", limit.getAsDouble())
        : text("about ", "%s minutes at %,.0f records a second", RECORDS_OF_A_SECOND);
  }

  private String text(String about, String form, double rate) {
    String minutes =
        minutes() < LEAST
            ? "under " + LEAST
            : String.format(Locale.ROOT, "%s%.1f", about, minutes());
    return String.format(Locale.ROOT, form, minutes, rate);
  }
}
