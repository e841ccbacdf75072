package io.tributary.runtime.version;

import io.tributary.avro.envelope.FactEnvelope;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Envelopes of records that a service appends by itself. */
public enum ServiceEnvelope {
  PROCESSORS("stream-processors"),
  SINK("dynamo-sink");

  private static final String VERSION = Version.current().number();

  private final String caller;

  ServiceEnvelope(String caller) {
    this.caller = caller;
  }

  /**
   * An envelope; equal names give the same {@code fact_id}.
   *
   * @param at epoch milliseconds
   */
  public FactEnvelope of(String name, String requestId, long at) {
    return FactEnvelope.newBuilder()
        .setFactId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString())
        .setAcceptedAtMs(at)
        .setRequestId(requestId)
        .setCaller(caller)
        .setProducerVersion(VERSION)
        .build();
  }
}
