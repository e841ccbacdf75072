package io.tributary.schemas.header;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Names of record headers; values are UTF-8 text. */
public enum RecordHeader {
  /** Id of the fact that a record comes from. */
  FACT_ID("tributary-fact-id"),
  /** When the gateway accepted that fact, epoch milliseconds. */
  ACCEPTED_AT("tributary-accepted-at"),
  /** Id of the HTTP request that carried it. */
  REQUEST_ID("tributary-request-id"),
  /** W3C trace context, as the request had it. */
  TRACE_PARENT("traceparent"),
  /** Rest of the W3C trace context. */
  TRACE_STATE("tracestate"),
  /** Where a dead letter failed. */
  STAGE("tributary-stage"),
  /** What kind of failure it was. */
  CODE("tributary-code"),
  /** The failure in words. */
  REASON("tributary-reason"),
  /** Topic, partition and offset of the record that failed, joined by slashes. */
  ORIGIN("tributary-origin"),
  /** How often it has been tried, 1 for the first time. */
  ATTEMPTS("tributary-attempts");

  private final String key;

  RecordHeader(String key) {
    this.key = key;
  }

  /** The header's name on the wire. */
  public String key() {
    return key;
  }

  /** Sets the header, in place of any of its name. */
  public void put(Headers headers, String value) {
    headers.remove(key);
    headers.add(key, value.getBytes(StandardCharsets.UTF_8));
  }

  /** The header's newest value. */
  public Optional<String> get(Headers headers) {
    Header header = headers.lastHeader(key);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }
}
