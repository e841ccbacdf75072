package io.tributary.gateway;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Settings of the gateway. */
public final class GatewaySettings {

  /** Where the API listens. */
  public static final Setting<HostPort> LISTEN =
      Setting.of(
          "http.listen",
          SettingType.LISTENER,
          "127.0.0.1:8080",
          "Where the gateway listens for HTTP; port 0 for any free one.");

  /** How long a request may take. */
  public static final Setting<Duration> REQUEST_DEADLINE =
      Setting.of(
          "request.deadline",
          SettingType.DURATION,
          "5s",
          "From a request's head to its answer, where bodies may have more than 1 MiB from the last"
              + " byte; keep it under what senders wait.");

  /** How much may be under way. */
  public static final Setting<Long> INFLIGHT_BYTES =
      Setting.of(
          "inflight.bytes",
          SettingType.BYTES,
          "64MiB",
          "Bytes of request bodies, and of what they become, that may be under way at once; beyond it"
              + " requests get a 503. At least what one may need: a mail 30 MiB and body.limit, a batch"
              + " of Meta 4 times body.limit and 8 MiB.");

  /** How large a body may be. */
  public static final Setting<Long> BODY_LIMIT =
      Setting.of(
          "body.limit",
          SettingType.BYTES,
          "1MiB",
          "The largest request body; batches of Meta may have 4 times that, mails 30 MiB whatever it"
              + " is. At most what topics take.");

  /** How long a stopping gateway still takes requests. */
  public static final Setting<Duration> STOP_DELAY =
      Setting.of(
          "stop.delay",
          SettingType.DURATION,
          "0s",
          "How long a gateway that is asked to stop stays unready before it takes no more requests.");

  /** What operators send. */
  public static final Setting<Secret> ADMIN_TOKEN =
      Setting.optional(
          "admin.token",
          SettingType.SECRET,
          "Bearer token of the admin routes; two with a comma between them while one replaces the"
              + " other.");

  /** What goes before an API key. */
  public static final Setting<Secret> API_KEY_PEPPER =
      Setting.optional(
          "api.key.pepper",
          SettingType.SECRET,
          "Goes before an API key when it is hashed; never changes for an installation.");

  /** What confirmation ids are derived with. */
  public static final Setting<Secret> CONFIRMATION_KEY =
      Setting.optional(
          "confirmation.key",
          SettingType.SECRET,
          "Derives a device's confirmation id; never changes for an installation.");

  /** Who may call the applications' routes. */
  public static final Setting<Path> SERVICE_TOKENS_FILE =
      Setting.optional(
          "service.tokens.file",
          SettingType.PATH,
          "JSON file of service tokens and grants, read again within 2 s of a change; without it no"
              + " service token is known.");

  /** Accounts of channel providers. */
  public static final Setting<Path> SECRETS_FILE =
      Setting.optional(
          "secrets.file",
          SettingType.PATH,
          "JSON file of channel accounts and their secrets, read again within 2 s of a change; without"
              + " it no account is known.");

  /** How long readings live. */
  public static final Setting<Duration> READINGS_TTL =
      Setting.of(
          "devices.readings.ttl",
          SettingType.durationOrOff(),
          "90d",
          "Life of a stored reading from its timestamp_ms; off keeps readings for ever.");

  private static final List<Setting<?>> OWN =
      List.of(
          LISTEN,
          REQUEST_DEADLINE,
          INFLIGHT_BYTES,
          BODY_LIMIT,
          STOP_DELAY,
          ADMIN_TOKEN,
          API_KEY_PEPPER,
          CONFIRMATION_KEY,
          SERVICE_TOKENS_FILE,
          SECRETS_FILE,
          READINGS_TTL);

  /** All of them, those of families too. */
  public static final List<Setting<?>> ALL =
      Stream.concat(
              OWN.stream(),
              Stream.of(GatewayFamily.values()).flatMap(family -> family.settings().stream()))
          .toList();

  private GatewaySettings() {}

  /** A secret that must be given. */
  static Secret required(Settings settings, Setting<Secret> setting) {
    Secret secret = settings.get(setting);
    if (secret.reveal().isBlank()) {
      throw new SettingsException(setting.key() + " must not be blank");
    }
    return secret;
  }
}
