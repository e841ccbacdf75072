package io.tributary.operations.deadletters;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Open dead letters.
 *
 * @param families by name
 * @param routine by code, those that strangers cause while all is well
 * @param unclaimed counts of events by channel that no tenant claims, as {@code type/id}
 * @param all false if not all are counted yet
 */
public record OpenDeadLetters(
    Map<String, OfFamily> families,
    Map<String, Arrivals> routine,
    Map<String, Long> unclaimed,
    boolean all) {

  public OpenDeadLetters {
    families = new TreeMap<>(families);
    routine = new TreeMap<>(routine);
    unclaimed = new TreeMap<>(unclaimed);
  }

  /**
   * Open dead letters of a family.
   *
   * @param codes count by code
   * @param since time of the oldest by the broker, in epoch milliseconds
   */
  public record OfFamily(Map<String, Long> codes, long since) {

    public OfFamily {
      codes = new TreeMap<>(codes);
    }

    public long count() {
      return codes.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * Numbers of dead letters over time.
   *
   * @param steps count by time of the broker, in epoch steps of ten minutes
   */
  public record Arrivals(Map<Long, Long> steps) {

    private static final long STEP = Duration.ofMinutes(10).toMillis();
    private static final long HOUR = Duration.ofHours(1).toMillis() / STEP;
    private static final long HOURS = 24;

    /** A rise of fewer in an hour is chance. */
    private static final long FEW = 10;

    private static final long TIMES = 3;

    public Arrivals {
      steps = new TreeMap<>(steps);
    }

    /** The step of a time in epoch milliseconds. */
    public static long stepOf(long millis) {
      return Math.floorDiv(millis, STEP);
    }

    public long count() {
      return steps.values().stream().mapToLong(Long::longValue).sum();
    }

    public long lastHour(long now) {
      return between(now, 0, HOUR);
    }

    /** Mean of the day before the last hour. */
    public double perHourBefore(long now) {
      return (double) between(now, HOUR, (1 + HOURS) * HOUR) / HOURS;
    }

    /** True if the last hour has many more than an hour of the day before. */
    public boolean haveRisen(long now) {
      return lastHour(now) > FEW && lastHour(now) > TIMES * perHourBefore(now);
    }

    private long between(long now, long from, long to) {
      long last = stepOf(now);
      return steps.entrySet().stream()
          .filter(step -> last - step.getKey() >= from && last - step.getKey() < to)
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  public long count() {
    return families.values().stream().mapToLong(OfFamily::count).sum();
  }
}
