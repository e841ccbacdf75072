package io.tributary.schemas.header;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Names of record headers; values are UTF-8 text. */
public enum RecordHeader {
  /** Id of the fact that a record comes from. */
  FACT_ID("tributary-fact-id"),
  /** Time at which the gateway accepted that fact, epoch milliseconds. */
  ACCEPTED_AT("tributary-accepted-at"),
  /** Id of the HTTP request that carried it. */
  REQUEST_ID("tributary-request-id"),
  /** W3C trace context, as the request had it. */
  TRACE_PARENT("traceparent"),
  /** Rest of the W3C trace context. */
  TRACE_STATE("tracestate"),
  /** Stage at which a dead letter failed. */
  STAGE("tributary-stage"),
  CODE("tributary-code"),
  REASON("tributary-reason"),
  /** Topic, partition and offset of the record that failed, joined by slashes. */
  ORIGIN("tributary-origin"),
  /** Kafka's id of the topic that a dead letter, or a decision about one, concerns. */
  ORIGIN_ID("tributary-origin-id"),
  /** Number of attempts, from 1. */
  ATTEMPTS("tributary-attempts");

  private final String key;

  RecordHeader(String key) {
    this.key = key;
  }

  /** The header's name on the wire. */
  public String key() {
    return key;
  }

  public void put(Headers headers, String value) {
    headers.remove(key);
    headers.add(key, value.getBytes(StandardCharsets.UTF_8));
  }

  public Optional<String> get(Headers headers) {
    Header header = headers.lastHeader(key);
    return header == null || header.value() == null
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }
}
