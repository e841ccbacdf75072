package io.tributary.gateway.devices.keys;

import io.tributary.avro.devices.ApiKey;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.AuthResult;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.auth.Principal;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Authenticates devices by API key. Unknown keys are refused only after the directory has caught
 * up, because firmware drops readings on 401; a directory over two seconds behind admits no key,
 * because it may be revoked.
 */
public final class ApiKeyAuthenticator implements Authenticator {

  private final ApiKeyDirectory keys;

  public ApiKeyAuthenticator(ApiKeyDirectory keys) {
    this.keys = keys;
  }

  @Override
  public CompletableFuture<AuthResult> authenticate(Function<String, Optional<String>> headers) {
    Optional<String> rawKey = headers.apply("x-api-key");
    if (rawKey.isEmpty()) {
      return CompletableFuture.completedFuture(
          AuthResult.refused(ErrorCode.MISSING_API_KEY, "an X-API-Key header is required"));
    }
    // Checks the directory before the lookup: a key found earlier may be revoked by then.
    boolean current = keys.isCurrent();
    Optional<ApiKey> known = keys.findByText(rawKey.get());
    return known.isPresent() && current
        ? CompletableFuture.completedFuture(decide(known.get()))
        : keys.catchUp().handle((done, failure) -> decideCaughtUp(rawKey.get(), failure == null));
  }

  private AuthResult decideCaughtUp(String rawKey, boolean caughtUp) {
    return caughtUp
        ? keys.findByText(rawKey)
            .map(ApiKeyAuthenticator::decide)
            .orElseGet(
                () -> AuthResult.refused(ErrorCode.INVALID_API_KEY, "the API key is not valid"))
        : new AuthResult.Refused(Problem.unavailable("API keys cannot be checked right now"));
  }

  private static Set<String> devicesOf(ApiKey key) {
    return key.getHardwareIds().isEmpty()
        ? Set.of(Principal.ALL)
        : Set.copyOf(key.getHardwareIds());
  }

  private static AuthResult decide(ApiKey key) {
    return key.getIsActive()
        ? new AuthResult.Admitted(new Principal(key.getKeyId(), devicesOf(key)))
        : AuthResult.refused(ErrorCode.KEY_REVOKED, "the API key is revoked");
  }
}
