package io.tributary.gateway.channel;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The result of a verification. */
sealed interface Verdict {

  record Verified() implements Verdict {}

  record Refused(Refusal why) implements Verdict {}

  /** The body cannot be verified as it is. */
  record Malformed(String rule) implements Verdict {}

  /** Keys are unavailable at the moment. */
  record Undecided(String reason) implements Verdict {}

  static Verdict of(Optional<Refusal> refusal) {
    return refusal.<Verdict>map(Refused::new).orElseGet(Verified::new);
  }

  /** A result without I/O. */
  static CompletableFuture<Verdict> now(Optional<Refusal> refusal) {
    return CompletableFuture.completedFuture(of(refusal));
  }
}
