package io.tributary.channels.definition;

import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderFormat;
import io.tributary.channels.signature.SignatureScheme;
import io.tributary.channels.signature.SignedRequest;
import io.tributary.schemas.topic.Family;
import java.time.Duration;
import java.util.Optional;

/** A channel provider: its accounts, signatures, requests and the answers that it takes. */
public abstract class ChannelProvider implements ProviderFormat {

  private final Family family;
  private final String channelType;
  private final String requests;
  private final SignatureScheme signature;

  /**
   * A provider.
   *
   * @param family takes its messages
   * @param channelType type of its channels, which providers may share
   * @param requests content of its requests, such as {@code an event of Slack}
   */
  protected ChannelProvider(
      Family family, String channelType, String requests, SignatureScheme signature) {
    this.family = family;
    this.channelType = channelType;
    this.requests = requests;
    this.signature = signature;
  }

  public final Family family() {
    return family;
  }

  public final String channelType() {
    return channelType;
  }

  public final String requests() {
    return requests;
  }

  public final SignatureScheme signature() {
    return signature;
  }

  /** True if requests are forms, as a rule. */
  public boolean sendsForms() {
    return false;
  }

  /** Fields of its accounts. */
  public AccountFields fields() {
    return AccountFields.ANY;
  }

  /** A channel's id in the form that messages have. */
  public String channelId(String id) {
    return id;
  }

  /** The channel of an account without a list. */
  public Optional<String> channelOf(String account, Optional<String> appId) {
    return Optional.of(account);
  }

  /** The answer that the provider takes for success. */
  public Success success() {
    return Success.OK;
  }

  /** True if senders take 401 for a wrong secret, and repeat. */
  public boolean takesUnauthorized() {
    return false;
  }

  /** True if refused requests never come again, so that missing keys must be answered with 503. */
  public boolean neverRetries() {
    return false;
  }

  /** Text that a verified request wants back, and nothing else; empty text for success. */
  public Optional<String> challenge(byte[] body) {
    return Optional.empty();
  }

  /** True if the provider tests the address by GET. */
  public boolean asksByGet() {
    return false;
  }

  /** True if a verified request is older than any repeat. */
  public boolean isStale(ProviderBatch batch, long nowMillis) {
    return false;
  }

  /** The event's id, if the head carries it. */
  public Optional<String> eventId(String account, SignedRequest request) {
    return Optional.empty();
  }

  /** Time from head to answer: less than the provider's time-out, by the way there and back. */
  public Duration answerWithin() {
    return Duration.ofSeconds(14);
  }

  /** Largest request in bytes. */
  public long bodyLimit(long usual) {
    return usual;
  }
}
