package io.tributary.schemas.header;

import io.tributary.avro.envelope.FactEnvelope;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

public final class FactHeaders {

  private FactHeaders() {}

  /** Id, time and request of the envelope. */
  public static Headers of(FactEnvelope envelope) {
    Headers headers = new RecordHeaders();
    RecordHeader.FACT_ID.put(headers, envelope.getFactId());
    RecordHeader.ACCEPTED_AT.put(headers, Long.toString(envelope.getAcceptedAtMs()));
    RecordHeader.REQUEST_ID.put(headers, envelope.getRequestId());
    return headers;
  }
}
