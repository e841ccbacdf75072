package io.tributary.launcher.up;

import io.tributary.console.Console;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.Lifecycle;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The whole pipeline on one machine: folder, servers, topics and tables, services. */
public final class LocalPipeline extends Lifecycle {

  private static final Logger log = LoggerFactory.getLogger(LocalPipeline.class);

  private static final List<Setting<?>> SHARED =
      List.of(
          KafkaSettings.BOOTSTRAP_SERVERS,
          KafkaSettings.TOPIC_PREFIX,
          KafkaSettings.FAMILIES,
          KafkaSettings.SCHEMA_REGISTRY_URL,
          KafkaSettings.SCHEMA_REGISTRY_USER,
          SinkSettings.DYNAMODB_ENDPOINT,
          SinkSettings.DYNAMODB_REGION,
          SinkSettings.TABLE_PREFIX,
          GatewaySettings.SECRETS_FILE);

  private final Workspace workspace;
  private final EmbeddedServers servers;
  private final Services services;
  private final Optional<RunningPipelines> known;
  private volatile Settings settings;
  private volatile boolean started;

  /**
   * A pipeline.
   *
   * @param folder of all data; a temporary one if empty
   * @param home folder of the project, with the embedded servers
   * @param known where commands find it; empty for a pipeline of its own
   * @param onDeath called when an embedded server ends by itself
   */
  public LocalPipeline(
      Settings given,
      RuntimeContext runtime,
      Optional<Path> folder,
      Path home,
      Optional<RunningPipelines> known,
      Runnable onDeath) {
    this.known = known;
    workspace = new Workspace(given, folder, runtime);
    settings = given;
    servers = new EmbeddedServers(workspace, home, runtime, onDeath);
    services = new Services(servers, given.get(UpSettings.WITHOUT), runtime);
    consistOf(List.of(workspace, servers, new WithoutWaiting(this::announce), services));
  }

  @Override
  public void start() throws Exception {
    super.start();
    started = true;
    announce();
  }

  /** Tells commands where the servers are, also while a service waits for an operator. */
  private synchronized void announce() throws InterruptedException {
    settings = servers.settings();
    known.ifPresent(pipelines -> pipelines.add(workspace.path(), addresses()));
  }

  /** Work on a thread of its own. */
  private record WithoutWaiting(Work work) implements Component {

    interface Work {
      void run() throws Exception;
    }

    @Override
    public void start() {
      Thread thread =
          new Thread(
              () -> {
                try {
                  work.run();
                } catch (Exception e) {
                  // the start ends by the same failure
                  log.debug("not announced", e);
                }
              },
              "announce");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** Settings that other processes need to reach it. */
  private Map<String, String> addresses() {
    Map<String, String> addresses = new HashMap<>(started ? services.listeners() : Map.of());
    SHARED.forEach(
        setting -> settings.text(setting).ifPresent(text -> addresses.put(setting.key(), text)));
    return addresses;
  }

  @Override
  public void close(Deadline deadline) throws Exception {
    known
        .filter(pipelines -> workspace.isOpen())
        .ifPresent(pipelines -> pipelines.remove(workspace.path()));
    super.close(deadline);
  }

  /** Throws the failure of an embedded server that ended by itself. */
  public void requireServers() {
    servers
        .death()
        .ifPresent(
            failure -> {
              throw failure;
            });
  }

  /** Settings of the running services. */
  public Settings settings() {
    return settings;
  }

  /** Base URL of the gateway, or {@code none}. */
  public String http() {
    return services.http().map(address -> "http://" + address).orElse("none");
  }

  /** First token of the admin routes. */
  public String adminToken() {
    return Workspace.firstAdminToken(settings());
  }

  /** Token with all grants; empty if tokens were given. */
  public Optional<String> serviceToken() {
    return workspace.serviceToken();
  }

  /** Tokens of a data folder, by the variable of the examples. */
  public static Map<String, String> tokens(Path folder) throws IOException {
    return UpSecrets.tokens(folder);
  }

  /** Line that {@code up} prints. */
  public String readyLine() {
    Settings settings = settings();
    return "ready http="
        + http()
        + " kafka="
        + settings.get(KafkaSettings.BOOTSTRAP_SERVERS)
        + " dynamodb="
        + settings.get(SinkSettings.DYNAMODB_ENDPOINT)
        + " data="
        + workspace.path()
        + " admin_token="
        + workspace.adminToken().orElse("none")
        + " service_token="
        + serviceToken().orElse("none")
        + services
            .ops()
            .map(
                address ->
                    " ops=http://%s console=http://%s%s/".formatted(address, address, Console.PATH))
            .orElse("");
  }

  @Override
  public String toString() {
    return "local pipeline";
  }
}
