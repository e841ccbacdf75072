package io.tributary.processors.fact;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.runtime.version.Version;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Envelopes of facts that the processors append. */
public final class OwnEnvelope {

  private static final String CALLER = "stream-processors";
  private static final String VERSION = Version.current().number();

  private OwnEnvelope() {}

  /** An envelope; equal names give the same {@code fact_id}. */
  public static FactEnvelope of(String name, String requestId, long at) {
    return FactEnvelope.newBuilder()
        .setFactId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString())
        .setAcceptedAtMs(at)
        .setRequestId(requestId)
        .setCaller(CALLER)
        .setProducerVersion(VERSION)
        .build();
  }
}
