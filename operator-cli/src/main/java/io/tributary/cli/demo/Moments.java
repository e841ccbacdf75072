package io.tributary.cli.demo;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The whole seconds from one moment to another, as items hold them. */
record Moments(Instant start, Instant end) {

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
    Instant earliest = start.truncatedTo(ChronoUnit.SECONDS);
    try {
      Instant time = Instant.parse(found);
      boolean among =
          !time.isBefore(earliest)
              && !time.isAfter(end)
              && time.equals(time.truncatedTo(ChronoUnit.SECONDS));
      return (among ? time : earliest).toString();
    } catch (DateTimeException e) {
      return earliest.toString();
    }
  }
}
