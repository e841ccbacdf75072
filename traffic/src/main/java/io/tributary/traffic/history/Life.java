package io.tributary.traffic.history;

import io.tributary.traffic.avro.Fields;
import java.time.Instant;
import org.apache.avro.generic.GenericRecord;

/**
 * A fact's time, and how long items live by then.
 *
 * @param at at which it was accepted, epoch milliseconds
 * @param lasting life of items of lasting threads, seconds
 * @param temporary life of those of temporary threads, seconds
 */
record Life(long at, long lasting, long temporary) {

  static Life of(GenericRecord fact) {
    return new Life(
        Fields.acceptedAt(fact),
        Fields.whole(fact, "life_seconds"),
        Fields.whole(fact, "temporary_life_seconds"));
  }

  /** Epoch second at which an item ends whose life begins at that millisecond. */
  long end(long millis, boolean isTemporary) {
    return seconds(millis) + (isTemporary ? temporary : lasting);
  }

  /** The first revision of a life that begins now, without its generation. */
  long firstRev() {
    return seconds(at) * 100;
  }

  /** True while an item that ends at that second lives at that millisecond. */
  static boolean isOf(long end, long millis) {
    return end > seconds(millis);
  }

  /** A time as items have it: {@code YYYY-MM-DDTHH:MM:SS}. */
  static String text(long millis) {
    String text = Instant.ofEpochSecond(seconds(millis)).toString();
    return text.substring(0, text.length() - 1);
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1_000L);
  }
}
