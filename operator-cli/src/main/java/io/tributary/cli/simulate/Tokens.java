package io.tributary.cli.simulate;

import io.tributary.cli.client.Credential;
import io.tributary.cli.process.CommandException;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.schemas.topic.Family;

/** Tokens of operators and applications. */
record Tokens(Settings settings) {

  Credential admin(Family family) {
    return bearer(family, GatewaySettings.ADMIN_TOKEN);
  }

  Credential service(Family family) {
    return bearer(family, SimulateSettings.SERVICE_TOKEN);
  }

  private Credential bearer(Family family, Setting<Secret> setting) {
    String token =
        settings
            .find(setting)
            .map(Secret::reveal)
            .orElseThrow(
                () ->
                    CommandException.usage(
                        "traffic of "
                            + family.label()
                            + " needs the environment variable "
                            + setting.variable()
                            + ", or the file of --config to have "
                            + setting.key()
                            + "; --families leaves families out"));
    // of two that are valid, either does
    return Credential.bearer(token.split(",", 2)[0].strip());
  }
}
