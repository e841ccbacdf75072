package io.tributary.runtime.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The validated settings of a process. A flag goes before an environment variable, that before a
 * file, that before the default.
 */
public final class Settings {

  public static final String VARIABLE_PREFIX = "TRIBUTARY_";

  /** Prefix of keys that Kafka clients get as they are. */
  public static final String KAFKA_PREFIX = "kafka.";

  private final Map<String, String> texts;

  Settings(Map<String, String> texts) {
    this.texts = Map.copyOf(texts);
  }

  /** Settings by key, for a part made by hand. */
  public static Settings of(Map<String, String> texts) {
    return new Settings(texts);
  }

  public Settings with(Map<String, String> replacements) {
    Map<String, String> all = new HashMap<>(texts);
    all.putAll(replacements);
    return new Settings(all);
  }

  /** The same with the settings of others in place of its own. */
  public Settings with(Settings others) {
    return with(others.texts);
  }

  /** The same, and those of others that are not set. */
  public Settings withDefaults(Map<String, String> others) {
    return new Settings(others).with(texts);
  }

  /** The value or default; {@link SettingsException} without either. */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(
            () ->
                new SettingsException(
                    setting.key()
                        + " must be set ("
                        + setting.flag().map(flag -> flag + " or ").orElse("")
                        + setting.variable()
                        + ")"));
  }

  /** True if set; false of a default. */
  public boolean isGiven(Setting<?> setting) {
    return texts.containsKey(setting.key());
  }

  /** The value, the default, or empty. */
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable(texts.get(setting.key()))
        .or(setting::byDefault)
        .map(text -> parse(setting, text));
  }

  /** The text of a setting, as it was set; empty for a default. */
  public Optional<String> text(Setting<?> setting) {
    return Optional.ofNullable(texts.get(setting.key()));
  }

  /** Settings of Kafka clients, without the prefix. */
  public Map<String, String> kafka() {
    return texts.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(KAFKA_PREFIX))
        .collect(
            Collectors.toUnmodifiableMap(
                entry -> entry.getKey().substring(KAFKA_PREFIX.length()), Map.Entry::getValue));
  }

  static <T> T parse(Setting<T> setting, String text) {
    try {
      return setting.type().parser().apply(text);
    } catch (SettingsException | IllegalArgumentException e) {
      throw new SettingsException(setting.key() + " " + e.getMessage());
    }
  }
}
