package io.tributary.gateway.channel.verify;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.channel.keys.PublicKeys;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.runtime.ambient.Ambient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Verifies requests of SendGrid Inbound Parse with a security policy: an ECDSA signature over time
 * and body. SendGrid repeats for 72 hours.
 */
public record SendgridAdapter(Ambient ambient) implements ProviderAdapter {

  /** Mails have up to 30 MB in all. */
  private static final long LARGEST = 30 * 1024 * 1024;

  private static final Duration OLDEST = Duration.ofHours(73);
  private static final String SIGNATURE = "x-twilio-email-event-webhook-signature";
  private static final String TIME = "x-twilio-email-event-webhook-timestamp";

  @Override
  public boolean canVerify(ChannelAccount account) {
    return !account.publicKeys().isEmpty();
  }

  /** SendGrid drops a refused mail for good. */
  @Override
  public boolean neverRetries() {
    return true;
  }

  @Override
  public List<String> signatureHeaders() {
    return List.of(SIGNATURE, TIME);
  }

  @Override
  public CompletableFuture<VerificationResult> verify(ChannelAccount account, ApiRequest request) {
    if (!canVerify(account)) {
      return CompletableFuture.completedFuture(new VerificationResult.Undecided(NO_KEY));
    }
    Optional<byte[]> signature = request.header(SIGNATURE).flatMap(PublicKeys::decode);
    Optional<String> time = request.header(TIME);
    if (signature.isEmpty() || time.isEmpty()) {
      return VerificationResult.now(Optional.of(Refusal.UNSIGNED));
    }
    byte[] signedAt = time.get().getBytes(StandardCharsets.UTF_8);
    return VerificationResult.now(
        SignatureAge.refusal(time.get(), ambient.nowMillis(), OLDEST)
            .or(() -> refusal(account, signature.get(), signedAt, request.body())));
  }

  private static Optional<Refusal> refusal(
      ChannelAccount account, byte[] signature, byte[] time, byte[] body) {
    return account.publicKeys().stream()
            .anyMatch(key -> PublicKeys.verify("SHA256withECDSA", key, signature, time, body))
        ? Optional.empty()
        : Optional.of(Refusal.SIGNATURE);
  }

  @Override
  public Reply success() {
    return Answer.empty();
  }

  @Override
  public long bodyLimit(long usual) {
    return LARGEST;
  }
}
