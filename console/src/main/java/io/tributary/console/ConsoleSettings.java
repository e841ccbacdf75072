package io.tributary.console;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import java.util.List;

/** Settings of the console as a command; under {@code up} it has the gateway's ops.listen. */
public final class ConsoleSettings {

  public static final Setting<HostPort> LISTEN =
      Setting.of(
          "console.listen",
          SettingType.LISTENER,
          "127.0.0.1:8084",
          "Address of the console, which has no login and shows all events.");

  public static final List<Setting<?>> ALL = List.of(LISTEN);

  private ConsoleSettings() {}
}
