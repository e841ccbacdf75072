package io.tributary.gateway.channel;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Whether a request is the provider's own. */
sealed interface Verdict {

  /** It is. */
  record Verified() implements Verdict {}

  /** It is not, or nobody can tell. */
  record Refused(Refusal why) implements Verdict {}

  /** It may be, but its body is none. */
  record Malformed(String rule) implements Verdict {}

  /** The keys to tell by cannot be had right now. */
  record Undecided(String reason) implements Verdict {}

  /** Refused if there is a reason for it. */
  static Verdict of(Optional<Refusal> refusal) {
    return refusal.<Verdict>map(Refused::new).orElseGet(Verified::new);
  }

  /** A decision that needed nothing from elsewhere. */
  static CompletableFuture<Verdict> now(Optional<Refusal> refusal) {
    return CompletableFuture.completedFuture(of(refusal));
  }
}
