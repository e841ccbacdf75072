package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.status.StatusWatch;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.status.LiveSampler;
import io.tributary.operations.status.Sampler;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code status}: what there is to see of a pipeline, what is wrong, and what to do about it. */
record StatusCommand(Operators operators) {

  private static final String WATCH = "--watch";
  private static final String INTERVAL = "--interval";
  private static final String SERVICES = "--services";
  private static final String NO_SERVICES = "none";
  private static final String DEFAULT_INTERVAL_SECONDS = "2";
  private static final String EVERYWHERE = "0.0.0.0";

  private static final Logger log = LoggerFactory.getLogger(StatusCommand.class);

  List<Command> all() {
    return List.of(
        operators.command(
            "status",
            "Shows services, rates, lags, duplicates, dead letters, throttling and"
                + " sizes, with findings and their remedies. Exit code 3 if there is a"
                + " finding.",
            List.of(
                "status --dynamodb-endpoint http://127.0.0.1:8000",
                "status --watch --interval 5",
                "status --services http://gw-1:8083,http://gw-2:8083,http://proc-1:8081"),
            List.of(
                new Argument.Switch(WATCH, "Repeats until Ctrl-C; exit code 0."),
                new Argument.Option(
                    INTERVAL,
                    "SECONDS",
                    "Between the two looks that make a rate, and from one screen to the next."
                        + " Default: 2."),
                new Argument.Option(
                    SERVICES,
                    "URLS",
                    "Every instance of the services, separated by commas, or none. Default: where"
                        + " ops.listen, processors.listen and sink.listen say.")),
            StatusCommand::resolved,
            this::show));
  }

  /** What is wrong is shown also when no broker answers. */
  private static Settings resolved(Settings settings) {
    return GenerationLog.find(settings)
        .orElseGet(
            () -> {
              log.warn("no Kafka broker says which generation is live; looks at the first");
              return GenerationLog.first(settings);
            });
  }

  private ExitCode show(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    Duration interval = interval(invocation);
    List<Sampler.Instance> listeners = byListeners(invocation.given());
    List<Sampler.Instance> instances =
        invocation.find(SERVICES).map(urls -> instances(urls, listeners)).orElse(listeners);
    Settings settings = invocation.settings();
    boolean follows = invocation.has(WATCH) && invocation.generation() == 0;
    try (LiveSampler sampler = new LiveSampler(settings, instances, follows, operators.ambient())) {
      StatusWatch watch = new StatusWatch(sampler, where(settings), output, interval);
      if (!invocation.has(WATCH)) {
        return watch.once() ? ExitCode.DONE : ExitCode.FOUND;
      }
      watch.run(Boolean.parseBoolean(Ambient.jvmProperty(StatusWatch.SCREEN, "false")));
      return ExitCode.DONE;
    } catch (InterruptedException e) {
      if (invocation.has(WATCH) && operators.termination().isRequested()) {
        return ExitCode.DONE;
      }
      throw e;
    }
  }

  private static Duration interval(Invocation invocation) {
    Duration interval =
        OptionValues.seconds(INTERVAL, invocation.find(INTERVAL).orElse(DEFAULT_INTERVAL_SECONDS));
    if (interval.isZero()) {
      throw CommandException.usage(INTERVAL + " must be at least 1");
    }
    return interval;
  }

  private static String where(Settings settings) {
    return "kafka "
        + settings.get(KafkaSettings.BOOTSTRAP_SERVERS)
        + "  dynamodb "
        + Operators.dynamo(settings);
  }

  /** One that answers says itself what it is; of others the listeners may tell. */
  private static List<Sampler.Instance> instances(String urls, List<Sampler.Instance> listeners) {
    List<Sampler.Instance> instances = new ArrayList<>();
    if (!urls.equals(NO_SERVICES)) {
      for (String url : urls.split(",", -1)) {
        if (!url.strip().matches("https?://[A-Za-z0-9.:\\[\\]_-]+/?")) {
          throw CommandException.usage(
              SERVICES + " must be URLs separated by commas, such as http://127.0.0.1:8083");
        }
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

  /**
   * Where the services listen by the settings. `up` lets processors and sink have any port, and so
   * their defaults are but a guess; what the settings leave open cannot be asked.
   */
  private static List<Sampler.Instance> byListeners(Settings settings) {
    List<Sampler.Instance> instances = new ArrayList<>();
    add(
        instances,
        "gateway",
        GatewaySettings.opsListen(settings),
        settings.isGiven(GatewaySettings.OPS_LISTEN) || settings.isGiven(GatewaySettings.LISTEN));
    add(instances, "processors", ProcessorsSettings.LISTEN, settings);
    add(instances, "sink", SinkSettings.LISTEN, settings);
    return instances;
  }

  private static void add(
      List<Sampler.Instance> instances, String role, Setting<HostPort> setting, Settings settings) {
    add(instances, role, settings.get(setting), settings.isGiven(setting));
  }

  private static void add(
      List<Sampler.Instance> instances, String role, HostPort listener, boolean named) {
    if (listener.port() != 0) {
      String host = listener.host().equals(EVERYWHERE) ? "127.0.0.1" : listener.host();
      instances.add(
          new Sampler.Instance(
              role, URI.create("http://" + new HostPort(host, listener.port())), named));
    }
  }
}
