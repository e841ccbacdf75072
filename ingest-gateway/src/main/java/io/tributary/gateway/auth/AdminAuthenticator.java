package io.tributary.gateway.auth;

import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.SettingsException;
import io.tributary.schemas.key.Sha256;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Authenticates operators by a bearer token: the configured one, or one of two during a rotation.
 */
public final class AdminAuthenticator implements Authenticator {

  private static final int MOST_TOKENS = 2;

  private final List<byte[]> digests;

  /** Reads one or two tokens; {@link SettingsException} for any other number. */
  public AdminAuthenticator(Secret setting) {
    List<String> tokens =
        Arrays.stream(setting.reveal().split(",", -1)).map(String::strip).toList();
    if (tokens.size() > MOST_TOKENS || tokens.stream().anyMatch(String::isEmpty)) {
      throw new SettingsException("admin.token must be a token, or two with a comma between them");
    }
    this.digests = tokens.stream().map(Sha256::of).toList();
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
