package io.tributary.gateway.devices.keys;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.secret.DerivedIds;
import io.tributary.gateway.secret.KeyedHash;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Secret;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A requested API key: a UUID, 64 hex digits, and its devices, none for any. */
record NewApiKey(String id, String text, Optional<String> description, List<String> hardwareIds) {

  private static final int BYTES = 32;

  /** Requested properties. */
  record Wanted(Optional<String> description, List<String> hardwareIds) {

    NewApiKey random(Ambient ambient) {
      byte[] secret = new byte[BYTES];
      ambient.secrets().nextBytes(secret);
      return make(ambient.newUuid().toString(), secret);
    }

    /** The one key of this Idempotency-Key and body. */
    NewApiKey repeatable(String idempotencyKey, Secret pepper) {
      ObjectNode request = JsonNodeFactory.instance.objectNode();
      request.put("idempotency_key", idempotencyKey);
      String id = new DerivedIds(pepper).of(request.toString());
      request.put("description", description.orElse(null));
      hardwareIds.forEach(request.putArray("hardware_ids")::add);
      return make(id, KeyedHash.of(pepper, request.toString()));
    }

    private NewApiKey make(String id, byte[] secret) {
      return new NewApiKey(id, HexFormat.of().formatHex(secret), description, hardwareIds);
    }
  }
}
