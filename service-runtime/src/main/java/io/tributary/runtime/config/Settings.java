package io.tributary.runtime.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of a process: immutable, and every text in them has been read once, so that {@link
 * #get} cannot fail on a text.
 *
 * <p>A flag counts over an environment variable, that over a file, that over the default.
 */
public final class Settings {

  /** What the environment variables of this pipeline start with. */
  public static final String VARIABLE_PREFIX = "TRIBUTARY_";

  /** Keys under this prefix go to the Kafka clients as they are. */
  public static final String KAFKA_PREFIX = "kafka.";

  private final Map<String, String> texts;

  Settings(Map<String, String> texts) {
    this.texts = Map.copyOf(texts);
  }

  /** Settings of just these texts by key, for a part that is put together by hand. */
  public static Settings of(Map<String, String> texts) {
    return new Settings(texts);
  }

  /** The same settings with some texts replaced. */
  public Settings with(Map<String, String> replacements) {
    Map<String, String> all = new HashMap<>(texts);
    all.putAll(replacements);
    return new Settings(all);
  }

  /** The setting's value; {@link SettingsException} when it has neither a text nor a default. */
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

  /** True when somebody has said it; false of a default. */
  public boolean isGiven(Setting<?> setting) {
    return texts.containsKey(setting.key());
  }

  /** The setting's value, or its default's, or nothing. */
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable(texts.get(setting.key()))
        .or(setting::byDefault)
        .map(text -> parse(setting, text));
  }

  /** What goes to the Kafka clients, without the prefix. */
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
