package io.tributary.sink.relay;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.version.Version;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Envelopes of the relay's records. */
final class RelayStamp {

  private static final String CALLER = "dynamo-sink";
  private static final String VERSION = Version.current().number();

  private final Ambient ambient;

  RelayStamp(Ambient ambient) {
    this.ambient = ambient;
  }

  /**
   * An envelope of now.
   *
   * @param name the same for what is the same, whenever it is made; {@code fact_id} follows from it
   */
  FactEnvelope envelope(String name, String requestId) {
    return FactEnvelope.newBuilder()
        .setFactId(UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString())
        .setAcceptedAtMs(ambient.nowMillis())
        .setRequestId(requestId)
        .setCaller(CALLER)
        .setProducerVersion(VERSION)
        .build();
  }
}
