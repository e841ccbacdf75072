package io.tributary.cli.simulate;

import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import java.util.List;

/** Settings of the simulation that no service has. */
public final class SimulateSettings {

  public static final Setting<Secret> SERVICE_TOKEN =
      Setting.optional(
          "service.token",
          SettingType.SECRET,
          "Service token of `simulate`; needs the grant * of each family.");

  public static final List<Setting<?>> ALL = List.of(SERVICE_TOKEN);

  private SimulateSettings() {}
}
