package io.tributary.gateway.channel;

import io.tributary.channels.ProviderBatch;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How one provider signs its requests, and what it takes for an answer. */
interface ProviderAdapter {

  /** Those of providers have some dozens of characters. */
  int LONGEST_CHALLENGE = 1024;

  /** Its name in paths. */
  String provider();

  /** Whether the account has what it takes to verify anything. */
  default boolean canVerify(ChannelAccount account) {
    return !account.secrets().isEmpty();
  }

  /**
   * Whether it never sends again what it is refused, so that what is refused for want of a key must
   * be told to come later.
   */
  default boolean dropsRefused() {
    return false;
  }

  /** Headers that all its requests for events have; none if only bodies tell. */
  default List<String> signatureHeaders() {
    return List.of();
  }

  /** Whether the request, of which nothing has been read, is the provider's own. */
  CompletableFuture<Verdict> verify(ChannelAccount account, ApiRequest request);

  /** The answer to a verified request that is no event but asks whether anybody is there. */
  default Optional<Reply> handshake(ApiRequest request) {
    return Optional.empty();
  }

  /** A handshake's answer; empty without a challenge, or with one that no provider sends. */
  static Optional<Reply> saidBack(@Nullable String challenge) {
    return Optional.ofNullable(challenge)
        .filter(text -> text.length() <= LONGEST_CHALLENGE)
        .map(Answer::text);
  }

  /** Whether a verified request is older than the provider repeats any. */
  default boolean isStale(ProviderBatch batch) {
    return false;
  }

  /** Whether the provider asks by GET too whether anybody is there. */
  default boolean asksByGet() {
    return false;
  }

  /** The event's id, where the request's head has it and its body has not. */
  default Optional<String> eventId(ChannelAccount.Name account, ApiRequest request) {
    return Optional.empty();
  }

  /** What it is told when it is not taken for itself. */
  default ErrorCode refusal() {
    return ErrorCode.FORBIDDEN;
  }

  /** What it takes for a yes. */
  default Reply success() {
    return Answer.json("{\"ok\":true}");
  }

  /**
   * From a request to its answer, so that the provider still waits for it: less than its own limit,
   * of which the way there and back takes a part.
   */
  default Duration answerWithin() {
    return Duration.ofSeconds(14);
  }

  /**
   * Its largest request, in bytes.
   *
   * @param usual what others may send
   */
  default long bodyLimit(long usual) {
    return usual;
  }
}
