package io.tributary.runtime.kafka.client;

import io.tributary.registry.RegistryAddress;
import io.tributary.runtime.config.Secret;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topics;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Settings of Kafka clients and topics. */
public final class KafkaSettings {

  public static final Setting<String> BOOTSTRAP_SERVERS =
      Setting.of(
          "bootstrap.servers",
          SettingType.TEXT,
          "127.0.0.1:9092",
          "Kafka brokers to ask for the cluster, host:port separated by commas.");

  public static final Setting<String> TOPIC_PREFIX =
      Setting.of(
          "topic.prefix",
          SettingType.TEXT,
          "",
          "Prefix of all names of topics, consumer groups and application ids.");

  public static final Setting<Set<Family>> FAMILIES =
      Setting.of(
          "families",
          FamilyNames.TYPE,
          FamilyNames.ALL,
          "Families of this pipeline, such as devices,inbox; the same for all services and commands.");

  public static final Setting<Integer> GENERATION =
      Setting.of(
          "generation",
          SettingType.integer(0, 1_000_000),
          "0",
          "Generation of topics, groups and tables; 0 is the live one.");

  public static final Setting<RegistryUrl> SCHEMA_REGISTRY_URL =
      Setting.optional(
          "schema.registry.url",
          RegistryUrl.TYPE,
          "Schema registry whose ids records carry; the same for all services and commands.");

  public static final Setting<String> SCHEMA_REGISTRY_USER =
      Setting.optional(
          "schema.registry.user",
          SettingType.TEXT,
          "User for basic authentication at the schema registry.");

  public static final Setting<Secret> SCHEMA_REGISTRY_PASSWORD =
      Setting.optional(
          "schema.registry.password", SettingType.SECRET, "Password of schema.registry.user.");

  public static final Setting<Integer> REPLICATION_FACTOR =
      Setting.of(
          "topic.replication.factor",
          SettingType.integer(-1, 100),
          "-1",
          "Replicas of new topics; -1 uses the brokers' default.");

  public static final Setting<Integer> PARTITIONS =
      Setting.of(
          "topic.partitions",
          SettingType.integer(1, 1000),
          Integer.toString(Topics.PARTITIONS),
          "Partitions of the topics of a new pipeline; an existing one keeps its own.");

  public static final List<Setting<?>> ALL =
      List.of(
          BOOTSTRAP_SERVERS,
          FAMILIES,
          TOPIC_PREFIX,
          GENERATION,
          SCHEMA_REGISTRY_URL,
          SCHEMA_REGISTRY_USER,
          SCHEMA_REGISTRY_PASSWORD,
          REPLICATION_FACTOR,
          PARTITIONS);

  private KafkaSettings() {}

  public static Optional<RegistryAddress> registry(Settings settings) {
    Optional<String> user = settings.find(SCHEMA_REGISTRY_USER);
    Optional<Secret> password = settings.find(SCHEMA_REGISTRY_PASSWORD);
    if (user.isPresent() != password.isPresent()) {
      throw new SettingsException(
          "%s and %s must be given both or not at all"
              .formatted(SCHEMA_REGISTRY_USER.key(), SCHEMA_REGISTRY_PASSWORD.key()));
    }
    return settings
        .find(SCHEMA_REGISTRY_URL)
        .map(
            url ->
                new RegistryAddress(
                    url.url(),
                    user.map(
                        name -> new RegistryAddress.Login(name, password.orElseThrow().reveal()))));
  }

  /** The generation; 1 if the live one is unknown. */
  public static int generation(Settings settings) {
    return Math.max(1, settings.get(GENERATION));
  }
}
