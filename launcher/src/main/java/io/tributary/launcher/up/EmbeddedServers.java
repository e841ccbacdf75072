package io.tributary.launcher.up;

import io.tributary.embedded.dynamodb.DynamoDbServer;
import io.tributary.operations.OperationException;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The embedded servers, one in place of each server that the settings do not name. */
final class EmbeddedServers implements Component {

  /**
   * Properties of the services' clients: no metrics reporters, and static membership, by which a
   * member replaces the killed one of the start before without waiting for its session to end.
   */
  private static final Map<String, String> CLIENTS =
      Map.of("enable.metrics.push", "false", "metric.reporters", "", "group.instance.id", "up");

  private static final Logger log = LoggerFactory.getLogger(EmbeddedServers.class);

  private final Workspace workspace;
  private final Path home;
  private final Runnable onDeath;
  private final RuntimeContext runtime;
  private final List<Component> servers = new ArrayList<>();
  private @Nullable EmbeddedBrokers kafka;
  private @Nullable Future<String> dynamoDb;
  private volatile boolean died;
  private volatile boolean isNew;

  EmbeddedServers(Workspace workspace, Path home, RuntimeContext runtime, Runnable onDeath) {
    this.workspace = workspace;
    this.home = home;
    this.runtime = runtime;
    this.onDeath = onDeath;
  }

  @Override
  public void start() throws Exception {
    Settings settings = workspace.settings();
    Path data = workspace.path();
    if (!settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
      isNew = Brokers.kept(data).isEmpty();
      int brokers = Brokers.number(settings, Optional.of(data));
      kafka =
          new EmbeddedBrokers(
              ServerPlan.brokers(home, data, Brokers.listeners(settings, brokers), runtime),
              this::serverDied);
      servers.add(kafka);
      kafka.start();
    }
    if (!settings.isGiven(SinkSettings.DYNAMODB_ENDPOINT)) {
      dynamoDb = start(settings.get(UpSettings.DYNAMODB), data.resolve("dynamodb"));
    }
  }

  /** Starts a server beside others; gives its endpoint. */
  private Future<String> start(HostPort listen, Path folder) {
    DynamoDb server =
        new DynamoDb(
            listen,
            Optional.of(folder),
            DynamoDbServer.EXPIRY_PACE,
            DynamoDbServer.SHARD_LIFE,
            runtime.clock());
    servers.add(server);
    FutureTask<String> start =
        new FutureTask<>(
            () -> {
              server.start();
              log.info("DynamoDB answers at {}", server.endpoint());
              return server.endpoint();
            });
    new Thread(start, "dynamodb-start").start();
    return start;
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
    Future<String> endpoint = dynamoDb;
    if (endpoint == null) {
      return settings;
    }
    try {
      return settings.with(Map.of(SinkSettings.DYNAMODB_ENDPOINT.key(), endpoint.get()));
    } catch (ExecutionException e) {
      throw e.getCause() instanceof OperationException failed
          ? OperationException.failed("the embedded DynamoDB did not start: " + failed.getMessage())
          : new IllegalStateException(e);
    }
  }

  /** Settings of the workspace with the endpoint of Kafka; waits for it. */
  Settings kafkaSettings() throws InterruptedException {
    Settings given = workspace.settings();
    Map<String, String> settled = new HashMap<>();
    EmbeddedBrokers embedded = kafka;
    if (embedded != null) {
      settled.put(KafkaSettings.BOOTSTRAP_SERVERS.key(), embedded.endpoints());
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

  /** Failure of a server that ended by itself. */
  Optional<OperationException> death() {
    return Optional.ofNullable(kafka).flatMap(EmbeddedBrokers::death);
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    new InParallel(List.copyOf(servers)).close(deadline);
  }

  private void serverDied() {
    died = true;
    onDeath.run();
  }

  @Override
  public String toString() {
    return "embedded servers " + servers;
  }
}
