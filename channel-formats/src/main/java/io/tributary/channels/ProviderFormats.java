package io.tributary.channels;

import io.tributary.schemas.key.ChannelKey;
import io.tributary.schemas.key.KeyPart;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** All formats, and the ids derived from providers' events. */
public final class ProviderFormats {

  /** Hashes, because tokens themselves would stand in URLs, logs and topics. */
  static final KeyPart TOKEN_HASH =
      new KeyPart(
          Pattern.compile("[0-9a-f]{16}").asMatchPredicate(),
          "must be the token's hash, the first 16 hex digits of its SHA-256 in lower case");

  private static final Map<String, ProviderFormat> BY_PROVIDER =
      List.of(
              new SlackFormat(),
              new TeamsFormat(),
              new TelegramFormat(),
              new WhapiFormat(),
              new MetaFormat(),
              TwilioFormat.WHATSAPP,
              TwilioFormat.SMS,
              new SendgridFormat(),
              new SesFormat(),
              new GenericFormat())
          .stream()
          .collect(Collectors.toUnmodifiableMap(ProviderFormat::provider, Function.identity()));

  private ProviderFormats() {}

  public static Optional<ProviderFormat> named(String provider) {
    return Optional.ofNullable(BY_PROVIDER.get(provider));
  }

  public static Set<String> providers() {
    return BY_PROVIDER.keySet();
  }

  public static Set<String> providers(String type) {
    return BY_PROVIDER.values().stream()
        .filter(format -> format.channelType().equals(type))
        .map(ProviderFormat::provider)
        .collect(Collectors.toUnmodifiableSet());
  }

  /** An event's id, such as {@code slack:T0000000001:Ev0000000001}. */
  public static String eventId(String... parts) {
    return KeyPart.LONG_ID.fitted(String.join(":", parts));
  }

  /** Rule of channel ids of a type. */
  public static KeyPart channelIds(String type) {
    return named(type).map(ProviderFormat::accounts).orElse(KeyPart.ID);
  }

  /** The channel type of a provider whose name is not one. */
  public static Optional<String> typeInstead(String type) {
    return named(type).map(ProviderFormat::channelType).filter(own -> !own.equals(type));
  }

  /** A channel's id in the form that messages have. */
  public static String channelId(String type, String id) {
    return type.equals(TeamsFormat.TEAMS) ? TeamsFormat.app(id) : id;
  }

  static ChannelKey channel(String type, String id) {
    return new ChannelKey(type, KeyPart.ID.fitted(id));
  }

  static String conversationId(String... parts) {
    return KeyPart.LONG_ID.fitted(String.join("-", parts));
  }
}
