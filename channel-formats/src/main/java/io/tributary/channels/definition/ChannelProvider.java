package io.tributary.channels.definition;

import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.channels.signature.SignedRequest;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.Optional;

/** A channel provider: its accounts, signatures, requests and the answers that it takes. */
public interface ChannelProvider extends ProviderFormat {

  /** The family that takes its messages. */
  Family family();

  /** The type of its channels, which providers may share. */
  String channelType();

  /** The content of its requests, such as {@code an event of Slack}. */
  String requests();

  SignatureScheme signature();

  /** True if requests are forms, as a rule. */
  default boolean sendsForms() {
    return false;
  }

  /** Fields of its accounts. */
  default AccountFields fields() {
    return AccountFields.ANY;
  }

  /** A channel's id in the form that messages have. */
  default String channelId(String id) {
    return id;
  }

  /** The channel of an account without a list. */
  default Optional<String> channelOf(String account, Optional<String> appId) {
    return Optional.of(account);
  }

  /** The answer that the provider takes for success. */
  default Success success() {
    return Success.OK;
  }

  /** True if senders take 401 for a wrong secret, and repeat. */
  default boolean takesUnauthorized() {
    return false;
  }

  /** True if refused requests never come again, so that missing keys must be answered with 503. */
  default boolean neverRetries() {
    return false;
  }

  /** Text that a verified request wants back, and nothing else; empty text for success. */
  default Optional<String> challenge(byte[] body) {
    return Optional.empty();
  }

  /** True if the provider tests the address by GET. */
  default boolean asksByGet() {
    return false;
  }

  /** True if a verified request is older than any repeat. */
  default boolean isStale(ProviderBatch batch, long nowMillis) {
    return false;
  }

  /** The event's id, if the head carries it. */
  default Optional<String> eventId(String account, SignedRequest request) {
    return Optional.empty();
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
