package io.tributary.gateway.admission;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Authenticates a sender before any of the body is read. */
@FunctionalInterface
public interface Gate {

  Gate OPEN = headers -> CompletableFuture.completedFuture(new Admission.Admitted("anybody"));

  /** Decides within about a second; the future never fails. */
  CompletableFuture<Admission> admit(Function<String, Optional<String>> headers);
}
