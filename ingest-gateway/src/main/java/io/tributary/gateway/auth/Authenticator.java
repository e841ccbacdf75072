package io.tributary.gateway.auth;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Authenticates a sender before any of the body is read. */
@FunctionalInterface
public interface Authenticator {

  Authenticator OPEN =
      headers -> CompletableFuture.completedFuture(new AuthResult.Admitted("anybody"));

  /** Decides within about a second; the future never fails. */
  CompletableFuture<AuthResult> authenticate(Function<String, Optional<String>> headers);
}
