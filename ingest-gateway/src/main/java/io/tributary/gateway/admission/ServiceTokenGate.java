package io.tributary.gateway.admission;

import io.tributary.gateway.admission.ServiceTokens.ServiceToken;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.file.FollowedFile;
import io.tributary.schemas.topic.Family;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Admits applications to the routes of a family by service token. Whether the token's grants reach
 * the tenant of a request is for the endpoint to say, because the tenant may be in the body.
 */
public final class ServiceTokenGate implements Gate {

  private final Family family;
  private final FollowedFile<ServiceTokens> tokens;

  public ServiceTokenGate(Family family, FollowedFile<ServiceTokens> tokens) {
    this.family = family;
    this.tokens = tokens;
  }

  @Override
  public CompletableFuture<Admission> admit(Function<String, Optional<String>> headers) {
    return BearerToken.admit(headers, digest -> tokens.content().find(digest).map(this::decide));
  }

  private Admission decide(ServiceToken token) {
    return token
        .before(family)
        .<Admission>map(Admission.Admitted::new)
        .orElseGet(
            () ->
                Admission.refused(
                    ErrorCode.FORBIDDEN, "the token has no grant for " + family.label()));
  }
}
