package io.tributary.cli;

import io.tributary.runtime.config.Setting;
import java.util.List;

/** Options of commands that run services. */
final class ServiceOptions extends SettingOptions {

  ServiceOptions(CommandContext context, List<Setting<?>> taken) {
    super(context, taken);
  }
}
