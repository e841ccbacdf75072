package io.tributary.gateway.devices.keys;

import io.tributary.gateway.secret.DerivedIds;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.schemas.key.Sha256;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/** A requested API key: a UUID, 32 random bytes in hex, and its devices, none for any. */
record NewApiKey(String id, String text, Optional<String> description, List<String> hardwareIds) {

  private static final String DOMAIN = "tributary-api-key:";
  private static final int BYTES = 32;

  /** Requested properties. */
  record Wanted(Optional<String> description, List<String> hardwareIds) {

    NewApiKey random(RuntimeContext runtime) {
      return make(runtime.newUuid().toString(), runtime);
    }

    /** A key under the id of an Idempotency-Key, which only the first request of it gets. */
    NewApiKey first(String idempotencyKey, RuntimeContext runtime) {
      return make(DerivedIds.uuid(Sha256.of(DOMAIN + idempotencyKey)), runtime);
    }

    private NewApiKey make(String id, RuntimeContext runtime) {
      byte[] secret = new byte[BYTES];
      runtime.secrets().nextBytes(secret);
      return new NewApiKey(id, HexFormat.of().formatHex(secret), description, hardwareIds);
    }
  }
}
