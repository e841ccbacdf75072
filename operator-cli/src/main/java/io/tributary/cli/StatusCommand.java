package io.tributary.cli;

import static io.tributary.cli.process.CommandException.require;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.status.StatusWatch;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.status.Sampler;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.sink.settings.SinkSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    header = "Shows services, rates, lags and dead letters, and findings with remedies.",
    description = "Exit code 3 if there is a finding.",
    footer = {
      "status --dynamodb-endpoint http://127.0.0.1:8000",
      "status --watch --interval 5",
      "status --services http://gw-1:8083,http://gw-2:8083,http://proc-1:8081"
    })
final class StatusCommand implements Callable<Integer> {

  private static final String NO_SERVICES = "none";
  private static final String EVERYWHERE = "0.0.0.0";

  @Mixin private final OperatorOptions options;

  @Option(names = "--watch", description = "Repeats until Ctrl-C; exit code 0.")
  private boolean watch;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Time between two measurements, and with --watch two screens. Default: 1.")
  private Duration interval = Duration.ZERO;

  @Option(
      names = "--services",
      paramLabel = "URLS",
      split = ",",
      description =
          "Every instance of the services, separated by commas, or none. Default: the addresses of"
              + " ops.listen, processors.listen and sink.listen.")
  private List<String> services = List.of();

  StatusCommand(CommandContext context) {
    this.options = new OperatorOptions(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    Output output = options.output();
    require(interval.toSeconds() >= 1, "--interval must be at least 1");
    List<Sampler.Instance> listeners = byListeners(options.settings());
    List<Sampler.Instance> instances = services.isEmpty() ? listeners : named(listeners);
    Settings settings = options.live(this::liveOrFirst);
    try (Sampler sampler = new Sampler(settings, instances, options.context().ambient())) {
      StatusWatch view = new StatusWatch(sampler, where(settings), output, interval);
      if (!watch) {
        return view.once() ? ExitCode.DONE : ExitCode.FOUND;
      }
      view.run(Boolean.parseBoolean(Ambient.jvmProperty(StatusWatch.SCREEN, "false")));
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      if (watch && options.context().termination().isRequested()) {
        return ExitCode.DONE;
      }
      throw e;
    }
  }

  /** Findings are shown also when no broker answers. */
  private Settings liveOrFirst(Settings settings) {
    return GenerationLog.find(settings)
        .orElseGet(
            () -> {
              options
                  .context()
                  .err()
                  .println("no Kafka broker names the live generation; looks at the first");
              return GenerationLog.first(settings);
            });
  }

  private static String where(Settings settings) {
    return "kafka "
        + settings.get(KafkaSettings.BOOTSTRAP_SERVERS)
        + "  dynamodb "
        + OperatorOptions.endpoint(settings);
  }

  /** Instances by the option. One that does not answer has the role of a listener there. */
  private List<Sampler.Instance> named(List<Sampler.Instance> listeners) {
    List<Sampler.Instance> instances = new ArrayList<>();
    if (!services.equals(List.of(NO_SERVICES))) {
      for (String url : services) {
        require(
            url.strip().matches("https?://[A-Za-z0-9.:\\[\\]_-]+/?"),
            "--services must be URLs separated by commas, such as http://127.0.0.1:8083");
        URI uri = URI.create(url.strip().replaceAll("/$", ""));
        String role =
            listeners.stream()
                .filter(listener -> listener.url().equals(uri))
                .map(Sampler.Instance::role)
                .findFirst()
                .orElse("service");
        instances.add(new Sampler.Instance(role, uri, true));
      }
    }
    return instances;
  }

  /** Instances by the settings of their listeners; those with any free port are unknown. */
  private static List<Sampler.Instance> byListeners(Settings settings) {
    List<Sampler.Instance> instances = new ArrayList<>();
    add(
        instances,
        "gateway",
        GatewaySettings.opsListen(settings),
        settings.isGiven(GatewaySettings.OPS_LISTEN) || settings.isGiven(GatewaySettings.LISTEN));
    add(
        instances,
        "processors",
        settings.get(ProcessorsSettings.LISTEN),
        settings.isGiven(ProcessorsSettings.LISTEN));
    add(
        instances,
        "sink",
        settings.get(SinkSettings.LISTEN),
        settings.isGiven(SinkSettings.LISTEN));
    return instances;
  }

  private static void add(
      List<Sampler.Instance> instances, String role, HostPort listener, boolean named) {
    if (listener.port() != 0) {
      String host = listener.host().equals(EVERYWHERE) ? "127.0.0.1" : listener.host();
      URI url = URI.create("http://" + new HostPort(host, listener.port()));
      instances.add(new Sampler.Instance(role, url, named));
    }
  }
}
