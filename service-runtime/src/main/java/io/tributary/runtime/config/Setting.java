package io.tributary.runtime.config;

import java.util.Locale;
import java.util.Optional;

/**
 * A setting.
 *
 * @param key in a file, such as {@code table.prefix}
 * @param purpose one sentence for the documentation
 */
public record Setting<T>(
    String key, SettingType<T> type, Optional<String> byDefault, String purpose) {

  public static <T> Setting<T> of(
      String key, SettingType<T> type, String byDefault, String purpose) {
    return new Setting<>(key, type, Optional.of(byDefault), purpose);
  }

  public static <T> Setting<T> optional(String key, SettingType<T> type, String purpose) {
    return new Setting<>(key, type, Optional.empty(), purpose);
  }

  /** Environment variable, such as {@code TRIBUTARY_TABLE_PREFIX}. */
  public String variable() {
    return Settings.VARIABLE_PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  /** Flag, such as {@code --table-prefix}; secrets have none, because other users see flags. */
  public Optional<String> flag() {
    return type.equals(SettingType.SECRET)
        ? Optional.empty()
        : Optional.of("--" + key.replace('.', '-'));
  }
}
