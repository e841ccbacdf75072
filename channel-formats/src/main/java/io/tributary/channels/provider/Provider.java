package io.tributary.channels.provider;

import io.tributary.channels.ProviderFormat;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The channel providers, each with the family that takes its messages and its format. */
public enum Provider {
  SLACK(Family.TENANTS, new SlackFormat()),
  TEAMS(Family.TENANTS, new TeamsFormat()),
  TELEGRAM(Family.TENANTS, new TelegramFormat()),
  WHAPI(Family.TENANTS, new WhapiFormat()),
  META(Family.TENANTS, new MetaFormat()),
  GENERIC(Family.TENANTS, new GenericFormat()),
  TWILIO_WHATSAPP(Family.OUTREACH, TwilioFormat.WHATSAPP),
  TWILIO_SMS(Family.OUTREACH, TwilioFormat.SMS),
  SENDGRID(Family.OUTREACH, new SendgridFormat()),
  SES(Family.OUTREACH, new SesFormat());

  private final Family family;

  @SuppressWarnings("ImmutableEnumChecker") // formats have no state
  private final ProviderFormat format;

  Provider(Family family, ProviderFormat format) {
    this.family = family;
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
        .filter(provider -> provider.format.channelType().equals(type))
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
    return format.provider();
  }

  public Family family() {
    return family;
  }

  public ProviderFormat format() {
    return format;
  }
}
