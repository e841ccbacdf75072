package io.tributary.client.record;

import io.tributary.schemas.header.RecordHeader;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * The fact behind a record, by its headers. One fact may be several records, also of one topic,
 * with different keys.
 *
 * @param factId the same in every generation of processors
 * @param requestId of the request that brought it
 * @param traceParent its W3C trace context
 */
public record Provenance(
    Optional<String> factId,
    Optional<Instant> acceptedAt,
    Optional<String> requestId,
    Optional<String> traceParent) {

  /** The headers' content; missing or malformed ones are empty. */
  public static Provenance of(Headers headers) {
    return new Provenance(
        RecordHeader.FACT_ID.get(headers),
        RecordHeader.ACCEPTED_AT.get(headers).flatMap(Provenance::instant),
        RecordHeader.REQUEST_ID.get(headers),
        RecordHeader.TRACE_PARENT.get(headers));
  }

  private static Optional<Instant> instant(String millis) {
    try {
      return Optional.of(Instant.ofEpochMilli(Long.parseLong(millis)));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
