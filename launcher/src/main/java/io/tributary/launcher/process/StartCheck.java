package io.tributary.launcher.process;

import io.tributary.gateway.GatewayCheck;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.SettingFaults;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks of settings, secrets, files, folders and ports before a service starts. */
public final class StartCheck {

  private StartCheck() {}

  public static void gateway(Settings settings, SettingFaults faults) {
    GatewayCheck.check(settings, faults);
    listener(faults, GatewaySettings.LISTEN.key(), settings.get(GatewaySettings.LISTEN));
    listener(faults, GatewaySettings.OPS_LISTEN.key(), GatewaySettings.opsListen(settings));
  }

  public static void processors(Settings settings, SettingFaults faults) {
    listener(faults, ProcessorsSettings.LISTEN.key(), settings.get(ProcessorsSettings.LISTEN));
    folder(faults, ProcessorsSettings.STATE_DIR.key(), settings.get(ProcessorsSettings.STATE_DIR));
  }

  public static void sink(Settings settings, SettingFaults faults) {
    listener(faults, SinkSettings.LISTEN.key(), settings.get(SinkSettings.LISTEN));
  }

  /** Checks that an address can be listened at. */
  public static void listener(SettingFaults faults, String key, HostPort address) {
    address
        .obstacle()
        .ifPresent(
            obstacle ->
                faults.add(
                    key + ' ' + obstacle + "; name another address, or port 0 for any free one"));
  }

  /** Checks that a folder can be written, or made. */
  public static void folder(SettingFaults faults, String key, Path folder) {
    Path nearest = folder.toAbsolutePath().normalize();
    while (!Files.exists(nearest) && nearest.getParent() != null) {
      nearest = nearest.getParent();
    }
    if (!Files.isDirectory(nearest)) {
      faults.add(key + ' ' + folder + ": " + nearest + " is no folder");
    } else if (!Files.isWritable(nearest)) {
      faults.add(key + ' ' + folder + ": no permission to write into " + nearest);
    } else {
      DiskSpace.shortage(nearest)
          .ifPresent(shortage -> faults.add(key + ' ' + folder + ": " + shortage));
    }
  }
}
