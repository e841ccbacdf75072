package io.tributary.gateway.kafka;

import io.tributary.runtime.lifecycle.Deadline;
import java.util.concurrent.CompletableFuture;

/** Tells when this instance shows a change. */
@FunctionalInterface
public interface Visibility {

  /** For changes that no directory shows. */
  Visibility AT_ONCE = (subject, rev, deadline) -> CompletableFuture.completedFuture(rev);

  /** Done once the subject's entry has at least that revision; fails at the deadline. */
  CompletableFuture<?> visible(String subject, long rev, Deadline deadline);
}
