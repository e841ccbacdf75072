package io.tributary.gateway;

import io.tributary.gateway.channel.account.ChannelAccounts;
import io.tributary.gateway.family.GatewayFamily;
import io.tributary.gateway.secret.SecretRules;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingFaults;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.schemas.topic.TopicKind;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.stream.Stream;

/** Rules of the gateway's settings, secrets and files. */
public final class GatewayCheck {

  /** Room for envelope, headers and format beside the request's body. */
  private static final long STAMP_BYTES = 64 * 1024;

  private GatewayCheck() {}

  /** Checks settings, secrets and files without I/O but for these files. */
  public static void check(Settings settings, SettingFaults faults) {
    secrets(settings, faults);
    faults
        .check(() -> requireBodyLimit(settings))
        .check(GatewayFamilies.tokens(settings)::requireValid)
        .check(ChannelAccounts.file(settings.find(GatewaySettings.SECRETS_FILE))::requireValid);
  }

  /** Throws {@link SettingsException} for settings and secrets that no gateway can use. */
  static void require(Settings settings) {
    SettingFaults faults = new SettingFaults();
    secrets(settings, faults);
    faults.check(() -> requireBodyLimit(settings)).throwIfAny();
  }

  private static void secrets(Settings settings, SettingFaults faults) {
    boolean fakes = settings.get(GatewaySettings.FAKE_SECRETS);
    if (GatewayFamilies.of(settings).anyMatch(GatewayFamily::hasAdminRoutes)) {
      faults.check(() -> settings.get(GatewaySettings.ADMIN_TOKEN));
    }
    GatewayFamilies.immutableSecrets(settings)
        .forEach(secret -> faults.check(() -> settings.get(secret)));
    Stream.of(
            GatewaySettings.ADMIN_TOKEN,
            GatewaySettings.API_KEY_PEPPER,
            GatewaySettings.CONFIRMATION_KEY)
        .forEach(secret -> faults.check(() -> SecretRules.requireNoFake(settings, secret, fakes)));
    Stream.of(GatewaySettings.ADMIN_TOKEN, GatewaySettings.API_KEY_PEPPER)
        .forEach(
            secret ->
                faults
                    .check(() -> SecretRules.requireLength(settings, secret))
                    .check(() -> SecretRules.requireRotatable(settings, secret)));
  }

  private static void requireBodyLimit(Settings settings) {
    long body = settings.get(GatewaySettings.BODY_LIMIT);
    long most =
        Topics.all().stream()
            .filter(topic -> topic.kind() == TopicKind.FACTS)
            .mapToLong(topic -> topic.maxMessageBytes() - STAMP_BYTES)
            .min()
            .orElseThrow();
    if (body > most) {
      throw new SettingsException(
          GatewaySettings.BODY_LIMIT.key()
              + " must be at most "
              + most
              + " bytes, so that topics take what requests bring");
    }
  }

  /** Present values of a secret. */
  static List<Secret> values(Setting<Secret> secret, Settings settings) {
    return secret.equals(GatewaySettings.API_KEY_PEPPER)
        ? SecretRules.rotated(secret, settings)
        : List.of(settings.get(secret));
  }
}
