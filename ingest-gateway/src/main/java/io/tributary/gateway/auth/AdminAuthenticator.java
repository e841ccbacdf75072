package io.tributary.gateway.auth;

import io.tributary.gateway.secret.SecretRules;
import io.tributary.runtime.config.Secret;
import io.tributary.schemas.key.Sha256;
import java.security.MessageDigest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Authenticates operators by a bearer token: the configured one, or one of two during a rotation.
 */
public final class AdminAuthenticator implements Authenticator {

  private final List<byte[]> digests;

  /** Reads one or two tokens; {@link SettingsException} for any other number. */
  public AdminAuthenticator(Secret setting) {
    this.digests =
        SecretRules.rotated("admin.token", setting).stream()
            .map(token -> Sha256.of(token.reveal()))
            .toList();
  }

  @Override
  public CompletableFuture<AuthResult> authenticate(Function<String, Optional<String>> headers) {
    return BearerToken.authenticate(
        headers,
        digest ->
            isKnown(digest) ? Optional.of(new AuthResult.Admitted("admin")) : Optional.empty());
  }

  /** Compares all digests, each of one length, in constant time. */
  private boolean isKnown(byte[] offered) {
    boolean known = false;
    for (byte[] digest : digests) {
      known |= MessageDigest.isEqual(digest, offered);
    }
    return known;
  }
}
