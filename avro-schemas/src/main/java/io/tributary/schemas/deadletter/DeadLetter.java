package io.tributary.schemas.deadletter;

import io.tributary.schemas.header.RecordHeader;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter: the original key, value and headers, with headers for place, reason and number of
 * failures.
 */
@SuppressWarnings(
    "ArrayRecordComponent") // key and value are Kafka's own byte arrays, passed on untouched and
// never compared
public record DeadLetter(byte @Nullable [] key, byte @Nullable [] value, Headers headers) {

  private static final String LEFT_OUT = " (too large to repeat in full; see its origin)";

  /** Bytes for the lengths of a header, at most. */
  private static final int HEADER = 2 * 5;

  /** A larger record is left out in part; the topic takes little more. */
  private static final int LARGEST = 3 * 1024 * 1024;

  /**
   * The dead letter of a failed record; a record that failed before counts on. Parts that its topic
   * could not take are left out: first the value, then key and headers.
   */
  public static DeadLetter of(
      byte @Nullable [] key,
      byte @Nullable [] value,
      Headers original,
      Origin origin,
      Failure failure) {
    int attempts = attempts(original) + 1;
    int rest = length(key) + sizeOf(original);
    boolean wholeValue = (long) rest + length(value) <= LARGEST;
    boolean wholeRest = rest <= LARGEST;
    Headers headers = new RecordHeaders();
    if (wholeRest) {
      original.forEach(headers::add);
    }
    RecordHeader.STAGE.put(headers, failure.code().stage().label());
    RecordHeader.CODE.put(headers, failure.code().name());
    RecordHeader.REASON.put(headers, failure.reason() + (wholeValue ? "" : LEFT_OUT));
    RecordHeader.ORIGIN.put(headers, origin.toString());
    RecordHeader.ATTEMPTS.put(headers, Integer.toString(attempts));
    return new DeadLetter(wholeRest ? key : null, wholeValue ? value : null, headers);
  }

  /** Notes Kafka's id of the origin's topic, if it is known. */
  public void identify(Optional<String> topicId) {
    headers.remove(RecordHeader.ORIGIN_ID.key());
    topicId.ifPresent(id -> RecordHeader.ORIGIN_ID.put(headers, id));
  }

  /** Number of failed attempts; 0 without a header. One more can be added. */
  public static int attempts(Headers headers) {
    return Math.min(counted(headers), Integer.MAX_VALUE - 1);
  }

  /** Number of failed attempts before the dead letter. */
  static int attemptsBefore(Headers deadLetter) {
    return Math.max(0, counted(deadLetter) - 1);
  }

  private static int counted(Headers headers) {
    return RecordHeader.ATTEMPTS.get(headers).map(DeadLetter::countOf).orElse(0);
  }

  /** True of a dead letter that lacks a part of its record; the origin has it. */
  public static boolean isIncomplete(Headers headers) {
    return RecordHeader.REASON.get(headers).filter(reason -> reason.endsWith(LEFT_OUT)).isPresent();
  }

  private static int sizeOf(Headers headers) {
    int size = 0;
    for (Header header : headers) {
      size += HEADER + Utils.utf8Length(header.key()) + length(header.value());
    }
    return size;
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private static int countOf(String text) {
    try {
      return Math.max(0, Integer.parseInt(text));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
