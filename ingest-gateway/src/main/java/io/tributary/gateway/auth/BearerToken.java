package io.tributary.gateway.auth;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.key.Sha256;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** The bearer token of a request, known by its SHA-256 alone. */
final class BearerToken {

  private static final String SCHEME = "Bearer ";

  private BearerToken() {}

  /**
   * Authenticates by the token.
   *
   * @param known looks a SHA-256 digest up
   */
  static CompletableFuture<AuthResult> authenticate(
      Function<String, Optional<String>> headers, Function<byte[], Optional<AuthResult>> known) {
    return CompletableFuture.completedFuture(
        headers
            .apply("authorization")
            .map(authorization -> decide(authorization, known))
            .orElseGet(
                () ->
                    AuthResult.refused(
                        ErrorCode.MISSING_TOKEN, "an Authorization header is required")));
  }

  private static AuthResult decide(
      String authorization, Function<byte[], Optional<AuthResult>> known) {
    // Names of schemes have no case, by RFC 9110, 11.1
    if (!authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
      return AuthResult.refused(
          ErrorCode.UNAUTHORIZED, "the Authorization header must be a Bearer token");
    }
    return known
        .apply(Sha256.of(authorization.substring(SCHEME.length()).strip()))
        .orElseGet(() -> AuthResult.refused(ErrorCode.INVALID_TOKEN, "the token is not valid"));
  }
}
