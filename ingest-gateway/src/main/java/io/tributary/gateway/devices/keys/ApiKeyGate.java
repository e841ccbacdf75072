package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.admission.Admission;
import io.tributary.gateway.admission.Caller;
import io.tributary.gateway.admission.Gate;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Admits devices by API key. A key is called unknown only after the directory has caught up with
 * its log, because firmware gives its readings up on a 401. By a directory that is more than two
 * seconds behind nobody is admitted before it has caught up, because the key may be revoked.
 */
public final class ApiKeyGate implements Gate {

  private final ApiKeyDirectory keys;

  public ApiKeyGate(ApiKeyDirectory keys) {
    this.keys = keys;
  }

  @Override
  public CompletableFuture<Admission> admit(Function<String, Optional<String>> headers) {
    Optional<String> rawKey = headers.apply("x-api-key");
    if (rawKey.isEmpty()) {
      return CompletableFuture.completedFuture(
          Admission.refused(ErrorCode.MISSING_API_KEY, "an X-API-Key header is required"));
    }
    String hash = keys.hash(rawKey.get());
    Optional<ApiKey> known = keys.findByHash(hash);
    return known.isPresent() && keys.isCurrent()
        ? CompletableFuture.completedFuture(decide(known.get()))
        : keys.catchUp().handle((done, failure) -> decideCaughtUp(hash, failure == null));
  }

  private Admission decideCaughtUp(String hash, boolean caughtUp) {
    return caughtUp
        ? keys.findByHash(hash)
            .map(ApiKeyGate::decide)
            .orElseGet(
                () -> Admission.refused(ErrorCode.INVALID_API_KEY, "the API key is not valid"))
        : new Admission.Refused(Problem.unavailable("API keys cannot be checked right now"));
  }

  private static Set<String> devicesOf(ApiKey key) {
    return key.getHardwareIds().isEmpty() ? Set.of(Caller.ALL) : Set.copyOf(key.getHardwareIds());
  }

  private static Admission decide(ApiKey key) {
    return key.getIsActive()
        ? new Admission.Admitted(new Caller(key.getKeyId(), devicesOf(key)))
        : Admission.refused(ErrorCode.KEY_REVOKED, "the API key is revoked");
  }
}
