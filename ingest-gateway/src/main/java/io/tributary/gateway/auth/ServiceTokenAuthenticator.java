package io.tributary.gateway.auth;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.auth.ServiceTokens.ServiceToken;
import io.tributary.gateway.settings.ReloadableFile;
import io.tributary.schemas.topic.Family;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Authenticates applications of a family by service token. Endpoints check the tenant, which may be
 * in the body.
 */
public final class ServiceTokenAuthenticator implements Authenticator {

  private final Family family;
  private final ReloadableFile<ServiceTokens> tokens;

  public ServiceTokenAuthenticator(Family family, ReloadableFile<ServiceTokens> tokens) {
    this.family = family;
    this.tokens = tokens;
  }

  @Override
  public CompletableFuture<AuthResult> authenticate(Function<String, Optional<String>> headers) {
    return BearerToken.authenticate(
        headers, digest -> tokens.content().find(digest).map(this::decide));
  }

  private AuthResult decide(ServiceToken token) {
    return token
        .before(family)
        .<AuthResult>map(AuthResult.Admitted::new)
        .orElseGet(
            () ->
                AuthResult.refused(
                    ErrorCode.FORBIDDEN, "the token has no grant for " + family.label()));
  }
}
