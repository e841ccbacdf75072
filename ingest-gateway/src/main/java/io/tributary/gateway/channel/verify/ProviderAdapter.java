package io.tributary.gateway.channel.verify;

import io.tributary.channels.ProviderBatch;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.channel.account.ChannelAccount;
import io.tributary.gateway.route.ApiRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A provider's signature scheme and answers. */
public interface ProviderAdapter {

  /** An adapter that needs no I/O. */
  interface Immediate extends ProviderAdapter {

    /** A refusal unless the request is the provider's own. */
    Optional<Refusal> refusal(ChannelAccount account, ApiRequest request);

    @Override
    default CompletableFuture<VerificationResult> verify(
        ChannelAccount account, ApiRequest request) {
      return CompletableFuture.completedFuture(VerificationResult.of(refusal(account, request)));
    }
  }

  String NO_KEY = "there is nothing to verify with; repeat the request later";

  /** Challenges of providers have some dozens of characters. */
  int LONGEST_CHALLENGE = 1024;

  /** True if the account has secrets or keys to verify with. */
  default boolean canVerify(ChannelAccount account) {
    return !account.secrets().isEmpty();
  }

  /** True if refused requests never come again, so that missing keys must be answered with 503. */
  default boolean neverRetries() {
    return false;
  }

  /** Headers of every signed request; empty if bodies hold the signature. */
  default List<String> signatureHeaders() {
    return List.of();
  }

  /** Verifies a request before anything of its body is read. */
  CompletableFuture<VerificationResult> verify(ChannelAccount account, ApiRequest request);

  /** The answer to a verified request that only tests the address. */
  default Optional<Reply> handshake(ApiRequest request) {
    return Optional.empty();
  }

  /** Echoes a challenge; empty if absent or overlong. */
  static Optional<Reply> echoChallenge(@Nullable String challenge) {
    return Optional.ofNullable(challenge)
        .filter(text -> text.length() <= LONGEST_CHALLENGE)
        .map(Answer::text);
  }

  /** True if a verified request is older than any repeat. */
  default boolean isStale(ProviderBatch batch) {
    return false;
  }

  /** True if the provider tests the address by GET. */
  default boolean asksByGet() {
    return false;
  }

  /** The event's id, if the head carries it. */
  default Optional<String> eventId(ChannelAccount.Name account, ApiRequest request) {
    return Optional.empty();
  }

  default ErrorCode refusalCode() {
    return ErrorCode.FORBIDDEN;
  }

  /** The answer that the provider takes for success. */
  default Reply success() {
    return Answer.json("{\"ok\":true}");
  }

  /** Time from head to answer: less than the provider's time-out, by the way there and back. */
  default Duration answerWithin() {
    return Duration.ofSeconds(14);
  }

  /** Largest request in bytes. */
  default long bodyLimit(long usual) {
    return usual;
  }
}
