package io.tributary.gateway.admission;

import java.util.concurrent.CompletableFuture;

/** Port: decides who may come in, before any of the body is read. */
@FunctionalInterface
public interface Gate {

  /** For what anybody may read. */
  Gate OPEN = credentials -> CompletableFuture.completedFuture(new Admission.Admitted("anybody"));

  /** The decision; the future never fails and is done in about a second at most. */
  CompletableFuture<Admission> admit(Credentials credentials);
}
