package io.tributary.channels.provider;

import io.tributary.channels.ProviderFormat;
import io.tributary.channels.event.WhatsAppContent;
import io.tributary.channels.mail.MailEvents;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The channel providers, each with the family that takes its messages and its format. */
public enum Provider {
  SLACK(Family.TENANTS, "slack", new SlackFormat()),
  TEAMS(Family.TENANTS, "teams", new TeamsFormat()),
  TELEGRAM(Family.TENANTS, "telegram", new TelegramFormat()),
  WHAPI(Family.TENANTS, WhatsAppContent.TYPE, new WhapiFormat()),
  META(Family.TENANTS, WhatsAppContent.TYPE, new MetaFormat()),
  GENERIC(Family.TENANTS, "generic", new GenericFormat()),
  TWILIO_WHATSAPP(Family.OUTREACH, WhatsAppContent.TYPE, TwilioFormat.WHATSAPP),
  TWILIO_SMS(Family.OUTREACH, "sms", TwilioFormat.SMS),
  SENDGRID(Family.OUTREACH, MailEvents.TYPE, new SendgridFormat()),
  SES(Family.OUTREACH, MailEvents.TYPE, new SesFormat());

  private final Family family;
  private final String channelType;

  @SuppressWarnings("ImmutableEnumChecker") // formats have no state
  private final ProviderFormat format;

  Provider(Family family, String channelType, ProviderFormat format) {
    this.family = family;
    this.channelType = channelType;
    this.format = format;
  }

  /** The provider of a label such as {@code twilio-sms}. */
  public static Optional<Provider> named(String label) {
    return Stream.of(values()).filter(provider -> provider.label().equals(label)).findFirst();
  }

  public static Optional<ProviderFormat> format(String label) {
    return named(label).map(Provider::format);
  }

  /** Labels in alphabetical order. */
  public static List<String> labels() {
    return Stream.of(values()).map(Provider::label).sorted().toList();
  }

  /** Providers whose channels are of a type. */
  public static Set<Provider> ofType(String type) {
    return Stream.of(values())
        .filter(provider -> provider.channelType.equals(type))
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Rule of channel ids of a type. */
  public static KeyPart channelIds(String type) {
    return format(type).map(ProviderFormat::accounts).orElse(KeyPart.ID);
  }

  /** A channel's id in the form that messages have. */
  public static String channelId(String type, String id) {
    return type.equals(TEAMS.label()) ? TeamsFormat.app(id) : id;
  }

  /** The name in paths, facts and metrics, such as {@code twilio-sms}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public Family family() {
    return family;
  }

  /** The type of its channels, which providers may share. */
  public String channelType() {
    return channelType;
  }

  public ProviderFormat format() {
    return format;
  }
}
