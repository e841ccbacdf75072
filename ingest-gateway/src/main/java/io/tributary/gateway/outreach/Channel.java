package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.gateway.json.JsonObject;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A channel of conversations, with its sender's member in requests. */
enum Channel {
  WHATSAPP("company_whatsapp_number"),
  SMS("company_sms_number"),
  EMAIL("company_email");

  private final String senderMember;

  Channel(String senderMember) {
    this.senderMember = senderMember;
  }

  /** Looks a channel up without regard to case. */
  static Optional<Channel> of(String word) {
    return Stream.of(values()).filter(channel -> channel.isNamed(word)).findFirst();
  }

  ChannelMethod method() {
    return ChannelMethod.valueOf(word());
  }

  boolean isNamed(String given) {
    return word().equals(given.toLowerCase(Locale.ROOT));
  }

  String recipient(JsonObject recipientData) {
    return this == EMAIL
        ? Contact.EMAIL.required(recipientData, RequestReader.RECIPIENT_EMAIL)
        : Contact.TEL.required(recipientData, RequestReader.RECIPIENT_TEL);
  }

  /** Reads the sender, if configured. */
  Optional<String> sender(JsonObject config) {
    return (this == EMAIL ? Contact.EMAIL : Contact.TEL).optional(config, senderMember);
  }

  /** The channel's part of a configuration, or all of it if it has no parts. */
  Optional<JsonObject> part(JsonObject config) {
    return isNested(config) ? config.storedObject(word()) : Optional.of(config);
  }

  /** True if the configuration has a part for each channel. */
  static boolean isNested(JsonObject config) {
    return Stream.of(values()).anyMatch(channel -> config.storedObject(channel.word()).isPresent());
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
