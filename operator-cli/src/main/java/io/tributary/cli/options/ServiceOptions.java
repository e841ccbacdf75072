package io.tributary.cli.options;

import io.tributary.cli.process.CommandContext;
import io.tributary.runtime.config.Setting;
import java.util.List;
import java.util.function.Supplier;

/** Options of commands that run services. */
public final class ServiceOptions extends SettingOptions {

  public ServiceOptions(CommandContext context, Supplier<List<Setting<?>>> taken) {
    super(context, taken);
  }
}
