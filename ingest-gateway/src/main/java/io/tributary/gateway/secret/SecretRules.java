package io.tributary.gateway.secret;

import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Rules for secrets that people choose. */
public final class SecretRules {

  private static final int SHORTEST = 32;
  private static final int MOST_VALID = 2;
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

  /** Refuses a secret of more than two parts, or an empty one. */
  public static void requireRotatable(Settings settings, Setting<Secret> setting) {
    settings.find(setting).ifPresent(secret -> rotated(setting.key(), secret));
  }

  /** The values of a secret: one, or two during a rotation, the one in use first. */
  public static List<Secret> rotated(Setting<Secret> setting, Settings settings) {
    return rotated(setting.key(), settings.get(setting));
  }

  /** The same; {@link SettingsException} for any other number. */
  public static List<Secret> rotated(String name, Secret value) {
    List<String> texts = Arrays.stream(value.reveal().split(",", -1)).map(String::strip).toList();
    if (texts.size() > MOST_VALID || texts.stream().anyMatch(String::isEmpty)) {
      throw new SettingsException(name + " must be one secret, or two with a comma between them");
    }
    return texts.stream().map(Secret::new).toList();
  }

  private static Stream<String> parts(Settings settings, Setting<Secret> setting) {
    return settings.find(setting).stream()
        .flatMap(secret -> Arrays.stream(secret.reveal().split(",", -1)))
        .map(String::strip)
        .filter(part -> !part.isEmpty());
  }
}
