package io.tributary.cli.settings;

import io.tributary.runtime.config.Setting;
import java.util.List;

/**
 * Settings that belong together.
 *
 * @param title whose they are, as the documentation says it
 */
public record SettingsGroup(String title, List<Setting<?>> settings) {

  public SettingsGroup {
    settings = List.copyOf(settings);
  }
}
