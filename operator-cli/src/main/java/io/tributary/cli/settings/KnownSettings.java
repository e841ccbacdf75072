package io.tributary.cli.settings;

import io.tributary.cli.process.LogLevel;
import io.tributary.cli.simulate.Simulation;
import io.tributary.console.ConsoleSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.up.UpSettings;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsReader;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.settings.SinkSettings;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.streams.StreamsConfig;

/**
 * Every setting of every part: all commands share files and environments, so all of them know all
 * of it.
 */
public final class KnownSettings {

  private KnownSettings() {}

  public static List<SettingsGroup> groups() {
    return List.of(
        new SettingsGroup("Kafka", KafkaSettings.ALL),
        new SettingsGroup("Gateway", GatewaySettings.ALL),
        new SettingsGroup("Processors", ProcessorsSettings.ALL),
        new SettingsGroup("Sink and tables", SinkSettings.ALL),
        new SettingsGroup("Embedded pipeline (`up`)", UpSettings.ALL),
        new SettingsGroup("Console (`console`)", ConsoleSettings.ALL),
        new SettingsGroup("Simulation (`simulate`)", List.of(Simulation.SERVICE_TOKEN)),
        new SettingsGroup("Logging", List.of(LogLevel.SETTING)));
  }

  public static List<Setting<?>> all() {
    return union(groups().stream().map(SettingsGroup::settings).toList());
  }

  /** Settings of every command that talks to Kafka or DynamoDB. */
  public static List<Setting<?>> connection() {
    return union(
        List.of(
            KafkaSettings.ALL,
            List.of(
                SinkSettings.DYNAMODB_ENDPOINT,
                SinkSettings.DYNAMODB_REGION,
                SinkSettings.TABLE_PREFIX),
            List.of(LogLevel.SETTING)));
  }

  /** The connection's and some more, each once. */
  public static List<Setting<?>> connectionAnd(Collection<Setting<?>> others) {
    return union(List.of(connection(), others));
  }

  /** Groups of options in the help, in their order. */
  public enum Section {
    EMBEDDED,
    CLUSTER,
    FAMILIES,
    TUNING
  }

  /** Group of a setting's option. */
  public static Section section(Setting<?> setting) {
    if (connection().contains(setting)) {
      return Section.CLUSTER;
    }
    if (UpSettings.ALL.contains(setting)) {
      return Section.EMBEDDED;
    }
    boolean family =
        Arrays.stream(Family.values())
            .anyMatch(each -> setting.key().startsWith(each.label() + '.'));
    return family ? Section.FAMILIES : Section.TUNING;
  }

  public static SettingsReader reader() {
    return new SettingsReader(all(), kafkaKeys());
  }

  /** Keys of the secrets of Kafka clients, which are the same for all clients. */
  public static Set<String> kafkaSecrets() {
    return AdminClientConfig.configDef().configKeys().values().stream()
        .filter(key -> key.type() == ConfigDef.Type.PASSWORD)
        .map(key -> Settings.KAFKA_PREFIX + key.name)
        .collect(Collectors.toUnmodifiableSet());
  }

  private static Set<String> kafkaKeys() {
    return KafkaClients.knownKeys(StreamsConfig.configDef().names());
  }

  private static List<Setting<?>> union(List<? extends Collection<Setting<?>>> parts) {
    Map<String, Setting<?>> byKey = new LinkedHashMap<>();
    parts.stream()
        .flatMap(Collection::stream)
        .forEach(setting -> byKey.putIfAbsent(setting.key(), setting));
    return List.copyOf(byKey.values());
  }
}
