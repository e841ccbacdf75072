package io.tributary.gateway.admission;

import java.util.concurrent.CompletableFuture;

/** Authenticates a sender before any of the body is read. */
@FunctionalInterface
public interface Gate {

  Gate OPEN = credentials -> CompletableFuture.completedFuture(new Admission.Admitted("anybody"));

  /** Decides within about a second; the future never fails. */
  CompletableFuture<Admission> admit(Credentials credentials);
}
