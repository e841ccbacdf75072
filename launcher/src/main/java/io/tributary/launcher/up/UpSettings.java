package io.tributary.launcher.up;

import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.config.Spelling;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Settings of the embedded pipeline alone. */
public final class UpSettings {

  public static final Setting<HostPort> KAFKA =
      Setting.of(
          "kafka",
          SettingType.LISTENER,
          "127.0.0.1:9092",
          "Address of the embedded Kafka broker; port 0 takes any free port.");

  public static final Setting<Integer> BROKERS =
      Setting.optional(
          "brokers",
          new SettingType<>("1 or 3", UpSettings::brokers),
          "Embedded brokers; three replicate, at consecutive ports. Unset: those of the folder, or 1.");

  public static final Setting<HostPort> DYNAMODB =
      Setting.of(
          "dynamodb",
          SettingType.LISTENER,
          "127.0.0.1:8000",
          "Address of the embedded DynamoDB; port 0 takes any free port.");

  public static final Setting<Path> DATA =
      Setting.optional(
          "data",
          SettingType.PATH,
          "Folder of topics, tables, state and secrets; unset: a temporary folder.");

  public static final Setting<Set<Service>> WITHOUT =
      Setting.of(
          "without",
          new SettingType<>("list", UpSettings::services),
          "",
          "Services not to start, separated by commas: gateway, processors, sink.");

  public static final List<Setting<?>> ALL = List.of(KAFKA, BROKERS, DYNAMODB, DATA, WITHOUT);

  /** Defaults of {@code up} that differ from those of the services, in words. */
  public static final Map<String, String> DEFAULTS =
      Map.of(
          KafkaSettings.BOOTSTRAP_SERVERS.key(), "the embedded Kafka",
          SinkSettings.DYNAMODB_ENDPOINT.key(), "the embedded DynamoDB",
          KafkaSettings.PARTITIONS.key(), "one for each embedded broker",
          BROKERS.key(), "those of the data folder, or 1",
          ProcessorsSettings.STATE_DIR.key(), "state in the data folder",
          GatewaySettings.OPS_LISTEN.key(), "127.0.0.1:8083, or any free port if taken",
          ProcessorsSettings.LISTEN.key(), "127.0.0.1:8081, or any free port if taken",
          SinkSettings.LISTEN.key(), "127.0.0.1:8082, or any free port if taken");

  private UpSettings() {}

  public enum Service {
    GATEWAY,
    PROCESSORS,
    SINK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static Integer brokers(String text) {
    if (!text.equals("1") && !text.equals("3")) {
      throw new SettingsException("must be 1 or 3");
    }
    return Integer.valueOf(text);
  }

  private static Set<Service> services(String text) {
    Set<Service> services = EnumSet.noneOf(Service.class);
    for (String name : text.split(",", -1)) {
      if (!name.isBlank()) {
        services.add(service(name.strip()));
      }
    }
    return services;
  }

  private static Service service(String name) {
    return Arrays.stream(Service.values())
        .filter(service -> service.toString().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingsException(
                    "must list gateway, processors or sink; "
                        + Spelling.nearest(name, List.of("gateway", "processors", "sink"))
                            .map(near -> name + " is perhaps " + near)
                            .orElse(name + " is none")));
  }
}
