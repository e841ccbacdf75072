package io.tributary.gateway.outreach;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.gateway.json.RequestObject;
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

  String recipient(RequestObject recipientData) {
    return this == EMAIL
        ? ContactRule.EMAIL.required(recipientData, RequestReader.RECIPIENT_EMAIL)
        : ContactRule.TEL.required(recipientData, RequestReader.RECIPIENT_TEL);
  }

  /** Reads the sender, if configured. */
  Optional<String> sender(RequestObject config) {
    return (this == EMAIL ? ContactRule.EMAIL : ContactRule.TEL).optional(config, senderMember);
  }

  /** The channel's part of a configuration, or all of it if it has no parts. */
  Optional<RequestObject> part(RequestObject config) {
    return isNested(config) ? config.storedObject(word()) : Optional.of(config);
  }

  /** True if the configuration has a part for each channel. */
  static boolean isNested(RequestObject config) {
    return Stream.of(values()).anyMatch(channel -> config.storedObject(channel.word()).isPresent());
  }

  private String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
