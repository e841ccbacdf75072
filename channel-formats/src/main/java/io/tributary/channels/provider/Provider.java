package io.tributary.channels.provider;

import io.tributary.channels.ProviderFormat;
import io.tributary.channels.definition.ChannelProvider;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The channel providers. */
public enum Provider {
  SLACK(new SlackProvider()),
  TEAMS(new TeamsProvider()),
  TELEGRAM(new TelegramProvider()),
  WHAPI(new WhapiProvider()),
  META(new MetaProvider()),
  GENERIC(new GenericProvider()),
  TWILIO_WHATSAPP(TwilioProvider.WHATSAPP),
  TWILIO_SMS(TwilioProvider.SMS),
  SENDGRID(new SendgridProvider()),
  SES(new SesProvider());

  @SuppressWarnings("ImmutableEnumChecker") // providers have no state
  private final ChannelProvider definition;

  Provider(ChannelProvider definition) {
    this.definition = definition;
  }

  /** The provider of a label such as {@code twilio-sms}. */
  public static Optional<Provider> named(String label) {
    return Stream.of(values()).filter(provider -> provider.label().equals(label)).findFirst();
  }

  public static Optional<ProviderFormat> format(String label) {
    return named(label).map(Provider::definition);
  }

  /** Labels in alphabetical order. */
  public static List<String> labels() {
    return Stream.of(values()).map(Provider::label).sorted().toList();
  }

  /** Providers whose channels are of a type. */
  public static Set<Provider> ofType(String type) {
    return Stream.of(values())
        .filter(provider -> provider.channelType().equals(type))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Rule of channel ids of a type. */
  public static KeyPart channelIds(String type) {
    return format(type).map(ProviderFormat::accounts).orElse(KeyPart.ID);
  }

  /** A channel's id in the form that messages have. */
  public static String channelId(String type, String id) {
    return named(type).map(provider -> provider.definition.channelId(id)).orElse(id);
  }

  /** The name in paths, facts and metrics, such as {@code twilio-sms}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public ChannelProvider definition() {
    return definition;
  }

  public Family family() {
    return definition.family();
  }

  public String channelType() {
    return definition.channelType();
  }
}
