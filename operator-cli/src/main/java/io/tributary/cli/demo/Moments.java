package io.tributary.cli.demo;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;

/** The whole seconds, or milliseconds, from one moment to another, as items hold them. */
record Moments(Instant start, Instant end) {

  private static final DateTimeFormatter MILLISECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The same of a time that items hold without its zone, which is UTC. */
  String nearestZoneless(String found) {
    return nearest(found + 'Z').replace("Z", "");
  }

  /** The same of epoch seconds. */
  long nearestSecond(long found) {
    return found < start.getEpochSecond() || found > end.getEpochSecond()
        ? start.getEpochSecond()
        : found;
  }

  /** The time found if it is among them, else the first of them. */
  String nearest(String found) {
    return nearest(found, ChronoUnit.SECONDS).toString();
  }

  /** The same of milliseconds, always three digits. */
  String nearestMillisecond(String found) {
    return MILLISECOND.format(nearest(found, ChronoUnit.MILLIS));
  }

  private Instant nearest(String found, ChronoUnit unit) {
    Instant earliest = start.truncatedTo(unit);
    try {
      Instant time = Instant.parse(found);
      boolean among =
          !time.isBefore(earliest) && !time.isAfter(end) && time.equals(time.truncatedTo(unit));
      return among ? time : earliest;
    } catch (DateTimeException e) {
      return earliest;
    }
  }
}
