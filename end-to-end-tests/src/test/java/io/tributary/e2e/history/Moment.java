package io.tributary.e2e.history;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.apache.avro.generic.GenericRecord;

/**
 * When a fact was accepted, and how long items lived at that time.
 *
 * @param acceptedAt epoch milliseconds
 * @param life of lasting threads, seconds
 * @param temporaryLife of temporary threads, seconds
 */
record Moment(long acceptedAt, long life, long temporaryLife) {

  private static final DateTimeFormatter ITEM =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);

  static Moment of(GenericRecord fact) {
    return new Moment(
        (Long) ((GenericRecord) fact.get("envelope")).get("accepted_at"),
        (Long) fact.get("life_seconds"),
        (Long) fact.get("temporary_life_seconds"));
  }

  /** When what begins now ends, epoch seconds. */
  long expiry(boolean temporary) {
    return expiryFrom(acceptedAt, temporary);
  }

  /** When what begins then ends. */
  long expiryFrom(long millis, boolean temporary) {
    return seconds(millis) + (temporary ? temporaryLife : life);
  }

  /** Whether what ends then has not ended yet. */
  boolean isBefore(long expiry) {
    return isBefore(expiry, acceptedAt);
  }

  /** Whether what ends at that second has not ended at that millisecond. */
  static boolean isBefore(long expiry, long millis) {
    return expiry > seconds(millis);
  }

  /** A time as items have it. */
  static String text(long millis) {
    return ITEM.format(Instant.ofEpochMilli(millis));
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }
}
