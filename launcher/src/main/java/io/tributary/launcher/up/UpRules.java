package io.tributary.launcher.up;

import io.tributary.gateway.IngestPipeline;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.OperationException;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.util.List;
import java.util.stream.Collectors;

/** Rules of settings for {@code up}. */
public final class UpRules {

  private static final List<Setting<HostPort>> LISTENERS =
      List.of(
          GatewaySettings.LISTEN,
          ProcessorsSettings.LISTEN,
          SinkSettings.LISTEN,
          UpSettings.KAFKA,
          UpSettings.DYNAMODB);

  private UpRules() {}

  /** Throws {@link OperationException} at the first setting that breaks a rule. */
  public static void require(Settings settings) {
    LISTENERS.forEach(listener -> requireLoopback(listener.key(), settings.get(listener)));
    requireLoopback(GatewaySettings.OPS_LISTEN.key(), GatewaySettings.opsListen(settings));
    requireLastingSecrets(settings);
  }

  /** Embedded servers have no authentication. */
  private static void requireLoopback(String key, HostPort listener) {
    var address = listener.address().getAddress();
    if (address == null || !address.isLoopbackAddress()) {
      throw OperationException.invalid(
          key
              + " must be a loopback address under `up`, such as 127.0.0.1, not "
              + listener.host());
    }
  }

  /** A cluster outlives a temporary folder, and keeps keys made with its secrets. */
  private static void requireLastingSecrets(Settings settings) {
    List<Setting<Secret>> secrets = IngestPipeline.immutableSecrets(settings);
    boolean lasting =
        settings.find(UpSettings.DATA).isPresent()
            || secrets.stream().allMatch(secret -> settings.find(secret).isPresent());
    if (settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)
        && !settings.get(UpSettings.WITHOUT).contains(UpSettings.Service.GATEWAY)
        && !lasting) {
      throw OperationException.invalid(
          "with an existing Kafka, `up` needs secrets that stay: give --data, or "
              + secrets.stream().map(Setting::variable).collect(Collectors.joining(" and ")));
    }
  }
}
