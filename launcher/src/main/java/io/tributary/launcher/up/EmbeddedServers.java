package io.tributary.launcher.up;

import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The embedded servers, one in place of each server that the settings do not name. */
final class EmbeddedServers implements Component {

  /**
   * Properties of the services' clients: no metrics reporters, and static membership, by which a
   * member replaces the killed one of the start before without waiting for its session to end.
   */
  private static final Map<String, String> CLIENTS =
      Map.of("enable.metrics.push", "false", "metric.reporters", "", "group.instance.id", "up");

  private final Workspace workspace;
  private final Path home;
  private final Runnable onDeath;
  private final Map<Setting<?>, EmbeddedServer> servers = new LinkedHashMap<>();
  private volatile boolean died;
  private volatile boolean isNew;

  EmbeddedServers(Workspace workspace, Path home, Runnable onDeath) {
    this.workspace = workspace;
    this.home = home;
    this.onDeath = onDeath;
  }

  @Override
  public void start() throws Exception {
    Settings settings = workspace.settings();
    Path data = workspace.path();
    if (!settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
      isNew = !Files.exists(data.resolve("kafka"));
      ServerPlan kafka =
          ServerPlan.of(ServerPlan.Kind.KAFKA, home, data, settings.get(UpSettings.KAFKA));
      servers.put(KafkaSettings.BOOTSTRAP_SERVERS, new EmbeddedServer(kafka, this::serverDied));
    }
    if (!settings.isGiven(SinkSettings.DYNAMODB_ENDPOINT)) {
      ServerPlan dynamoDb =
          ServerPlan.of(ServerPlan.Kind.DYNAMODB, home, data, settings.get(UpSettings.DYNAMODB));
      servers.put(SinkSettings.DYNAMODB_ENDPOINT, new EmbeddedServer(dynamoDb, this::serverDied));
    }
    for (EmbeddedServer server : servers.values()) {
      server.start();
    }
  }

  /** Settings of the workspace. */
  Settings given() {
    return workspace.settings();
  }

  /** Tokens of {@code admin} and {@code service}, as far as they are known. */
  Map<String, String> tokens() {
    return workspace.tokens();
  }

  /** True for an embedded Kafka without data. */
  boolean isNew() {
    return isNew;
  }

  /** Settings of the workspace with the endpoints of the servers; waits for them. */
  Settings settings() throws InterruptedException {
    return withDynamoDb(kafkaSettings());
  }

  /** The settings with the endpoint of DynamoDB; waits for it. */
  Settings withDynamoDb(Settings settings) throws InterruptedException {
    EmbeddedServer dynamoDb = servers.get(SinkSettings.DYNAMODB_ENDPOINT);
    return dynamoDb == null
        ? settings
        : settings.with(Map.of(SinkSettings.DYNAMODB_ENDPOINT.key(), dynamoDb.endpoint()));
  }

  /** Settings of the workspace with the endpoint of Kafka; waits for it. */
  Settings kafkaSettings() throws InterruptedException {
    Settings given = workspace.settings();
    Map<String, String> settled = new HashMap<>();
    EmbeddedServer kafka = servers.get(KafkaSettings.BOOTSTRAP_SERVERS);
    if (kafka != null) {
      settled.put(KafkaSettings.BOOTSTRAP_SERVERS.key(), kafka.endpoint());
      CLIENTS.forEach(
          (key, value) ->
              settled.put(Settings.KAFKA_PREFIX + key, given.kafka().getOrDefault(key, value)));
    }
    return given.with(settled);
  }

  /** True after a server ended by itself. */
  boolean died() {
    return died;
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    new InParallel(List.copyOf(servers.values())).close(deadline);
  }

  private void serverDied() {
    died = true;
    onDeath.run();
  }

  @Override
  public String toString() {
    return "embedded servers " + servers.values();
  }
}
