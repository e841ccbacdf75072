package io.tributary.gateway.secret;

import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import java.util.Arrays;
import java.util.stream.Stream;

/** Rules for secrets that people choose. */
public final class SecretRules {

  private static final int SHORTEST = 32;
  private static final String FAKE = "fake-";
  private static final String HINT = "; `openssl rand -hex 32` makes one";

  private SecretRules() {}

  /**
   * Refuses secrets of the examples, with {@link SettingsException}.
   *
   * @param allowed whether such secrets may be used
   */
  public static void requireNoFake(Settings settings, Setting<Secret> setting, boolean allowed) {
    if (!allowed && parts(settings, setting).anyMatch(part -> part.startsWith(FAKE))) {
      throw new SettingsException(
          setting.key() + " is a fake of the examples, which fake.secrets does not allow" + HINT);
    }
  }

  /** Refuses short secrets. */
  public static void requireLength(Settings settings, Setting<Secret> setting) {
    if (parts(settings, setting).anyMatch(part -> part.length() < SHORTEST)) {
      throw new SettingsException(
          setting.key() + " must have at least " + SHORTEST + " characters" + HINT);
    }
  }

  private static Stream<String> parts(Settings settings, Setting<Secret> setting) {
    return settings.find(setting).stream()
        .flatMap(secret -> Arrays.stream(secret.reveal().split(",", -1)))
        .map(String::strip)
        .filter(part -> !part.isEmpty());
  }
}
