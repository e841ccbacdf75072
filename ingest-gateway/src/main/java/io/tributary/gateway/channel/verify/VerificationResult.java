package io.tributary.gateway.channel.verify;

import io.tributary.channels.signature.Refusal;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

public sealed interface VerificationResult {

  record Verified() implements VerificationResult {}

  record Refused(Refusal why) implements VerificationResult {}

  /** The body cannot be verified as it is. */
  record Malformed(String rule) implements VerificationResult {}

  /** Keys are unavailable at the moment. */
  record Undecided(String reason) implements VerificationResult {}

  static VerificationResult of(Optional<Refusal> refusal) {
    return refusal.<VerificationResult>map(Refused::new).orElseGet(Verified::new);
  }

  /** A result without I/O. */
  static CompletableFuture<VerificationResult> now(Optional<Refusal> refusal) {
    return CompletableFuture.completedFuture(of(refusal));
  }
}
