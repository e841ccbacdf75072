package io.tributary.cli;

import io.tributary.runtime.config.Setting;
import java.util.List;
import java.util.function.Supplier;

/** Options of commands that run services. */
final class ServiceOptions extends SettingOptions {

  ServiceOptions(CommandContext context, Supplier<List<Setting<?>>> taken) {
    super(context, taken);
  }
}
