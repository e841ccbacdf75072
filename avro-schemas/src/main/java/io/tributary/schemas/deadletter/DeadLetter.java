package io.tributary.schemas.deadletter;

import io.tributary.schemas.header.RecordHeader;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * A record on its way to the dead letters: the original key, value and headers, with headers that
 * say where, why and how often it failed.
 *
 * @param headers the originals and the added ones
 */
@SuppressWarnings(
    "ArrayRecordComponent") // key and value are Kafka's own byte arrays, passed on untouched and
// never compared
public record DeadLetter(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

  private static final String LEFT_OUT = " (the value is too large to repeat; see its origin)";

  /** What is larger than this stays at its origin; the topic takes little more. */
  private static final int LARGEST_VALUE = 3 * 1024 * 1024;

  /**
   * The dead letter of a record that failed. A record that had failed before keeps counting its
   * attempts.
   */
  public static DeadLetter of(
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers original,
      Origin origin,
      Failure failure) {
    Headers headers = new RecordHeaders();
    for (Header header : original) {
      headers.add(header);
    }
    int attempts = RecordHeader.ATTEMPTS.get(original).map(DeadLetter::countOf).orElse(0) + 1;
    RecordHeader.STAGE.put(headers, failure.code().stage().label());
    RecordHeader.CODE.put(headers, failure.code().name());
    boolean tooLarge = value != null && value.length > LARGEST_VALUE;
    RecordHeader.REASON.put(headers, failure.reason() + (tooLarge ? LEFT_OUT : ""));
    RecordHeader.ORIGIN.put(headers, origin.toString());
    RecordHeader.ATTEMPTS.put(headers, Integer.toString(attempts));
    return new DeadLetter(key, tooLarge ? null : value, headers);
  }

  private static int countOf(String text) {
    try {
      return Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
