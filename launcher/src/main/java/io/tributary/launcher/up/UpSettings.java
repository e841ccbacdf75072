package io.tributary.launcher.up;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import java.nio.file.Path;
import java.util.List;

/** Settings of the embedded pipeline alone. */
public final class UpSettings {

  /** Where the embedded broker listens. */
  public static final Setting<HostPort> KAFKA =
      Setting.of(
          "kafka",
          SettingType.LISTENER,
          "127.0.0.1:9092",
          "Address of the embedded Kafka broker; port 0 takes any free port.");

  /** Where the embedded DynamoDB listens. */
  public static final Setting<HostPort> DYNAMODB =
      Setting.of(
          "dynamodb",
          SettingType.LISTENER,
          "127.0.0.1:8000",
          "Address of the embedded DynamoDB; port 0 takes any free port.");

  /** Where the embedded registry listens. */
  public static final Setting<HostPort> SCHEMA_REGISTRY =
      Setting.optional(
          "schema.registry",
          SettingType.listenerIfAsked("127.0.0.1:8081"),
          "Starts an embedded schema registry here, by default 127.0.0.1:8081; records carry its ids.");

  /** Where everything is kept. */
  public static final Setting<Path> DATA =
      Setting.optional(
          "data",
          SettingType.PATH,
          "Folder of topics, tables, state and secrets; unset: a temporary folder.");

  /** What is left out. */
  public static final Setting<String> WITHOUT =
      Setting.of(
          "without",
          SettingType.TEXT,
          "",
          "Services not to start, separated by commas: gateway, processors, sink.");

  /** All of them. */
  public static final List<Setting<?>> ALL =
      List.of(KAFKA, DYNAMODB, SCHEMA_REGISTRY, DATA, WITHOUT);

  private UpSettings() {}
}
