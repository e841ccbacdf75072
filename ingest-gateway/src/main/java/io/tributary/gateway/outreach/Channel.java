package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.gateway.json.JsonObject;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A channel that a conversation is held on, and where requests say who holds it. */
enum Channel {
  WHATSAPP("company_whatsapp_number"),
  SMS("company_sms_number"),
  EMAIL("company_email");

  private final String senderMember;

  Channel(String senderMember) {
    this.senderMember = senderMember;
  }

  /** The channel of that word, whatever its case. */
  static Optional<Channel> of(String word) {
    return Stream.of(values()).filter(channel -> channel.isNamed(word)).findFirst();
  }

  /** As facts have it. */
  ChannelMethod method() {
    return ChannelMethod.valueOf(word());
  }

  /** Whether that is its word, whatever its case. */
  boolean isNamed(String given) {
    return word().equals(given.toLowerCase(Locale.ROOT));
  }

  /** Whom messages go to, which {@code recipient_data} must say. */
  String recipient(JsonObject recipientData) {
    return this == EMAIL
        ? Contact.EMAIL.required(recipientData, RequestReader.RECIPIENT_EMAIL)
        : Contact.TEL.required(recipientData, RequestReader.RECIPIENT_TEL);
  }

  /** Whom messages come from, if the channel's configuration says it. */
  Optional<String> sender(JsonObject config) {
    return (this == EMAIL ? Contact.EMAIL : Contact.TEL).optional(config, senderMember);
  }

  /**
   * The channel's part of a configuration that has a part for each channel, or the configuration
   * itself if it has none.
   */
  Optional<JsonObject> part(JsonObject config) {
    return isNested(config) ? config.storedObject(word()) : Optional.of(config);
  }

  /** Whether a configuration has parts for channels. */
  static boolean isNested(JsonObject config) {
    return Stream.of(values()).anyMatch(channel -> config.storedObject(channel.word()).isPresent());
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
