package io.tributary.gateway.command;

import java.util.concurrent.CompletableFuture;

/** Port: when a directory of this instance shows a change. */
@FunctionalInterface
public interface Visibility {

  /** For changes that no directory shows. */
  Visibility AT_ONCE = (subject, rev) -> CompletableFuture.completedFuture(rev);

  /** Done when the subject's entry has at least that revision; may be cancelled. */
  CompletableFuture<?> visible(String subject, long rev);
}
