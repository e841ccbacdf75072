package io.tributary.cli.service;

import io.tributary.cli.demo.Demo;
import io.tributary.cli.options.ServiceOptions;
import io.tributary.cli.options.SettingOptions;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.simulate.Simulation;
import io.tributary.console.ConsoleSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.generation.LiveService;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.launcher.process.StartCheck;
import io.tributary.launcher.up.LocalPipeline;
import io.tributary.launcher.up.RunningPipelines;
import io.tributary.launcher.up.UpRules;
import io.tributary.launcher.up.UpSettings;
import io.tributary.operations.FailureText;
import io.tributary.operations.OperationException;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingFaults;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.files.TemporaryFolder;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that run the pipeline or a service of it. */
public final class PipelineCommands {

  private PipelineCommands() {}

  @Command(
      name = "up",
      header = "Runs the whole pipeline on this machine, with an embedded Kafka and DynamoDB.",
      footer = {
        "up",
        "up --data ./data",
        "up --data ./cluster --brokers 3",
        "up --http 127.0.0.1:0 --kafka 127.0.0.1:0 --dynamodb 127.0.0.1:0",
        "up --bootstrap-servers 127.0.0.1:9092 --dynamodb-endpoint http://127.0.0.1:8000",
        "up --without gateway,sink"
      })
  public static final class Up implements Callable<Integer> {

    @Mixin private final UpOptions options;

    public Up(CommandContext context) {
      this.options = new UpOptions(context);
    }

    @Override
    public Integer call() throws Exception {
      Settings settings = options.settings();
      UpRules.require(settings, options.context().runtime().environment());
      LocalPipeline pipeline =
          pipeline(
              options.context(),
              settings,
              settings.find(UpSettings.DATA),
              Optional.of(new RunningPipelines(options.context().runtime().environment())));
      foreground(options.context()).serve(pipeline, pipeline::readyLine);
      pipeline.requireServers();
      return ExitCode.DONE;
    }
  }

  /** Options of {@code up}, which serves the console with the gateway's metrics. */
  public static final class UpOptions extends SettingOptions {

    public UpOptions(CommandContext context) {
      super(
          context,
          () ->
              KnownSettings.all().stream()
                  .filter(setting -> !ConsoleSettings.ALL.contains(setting))
                  .filter(setting -> !setting.equals(Simulation.SERVICE_TOKEN))
                  .toList());
    }

    @Override
    public Optional<String> otherDefault(Setting<?> setting) {
      String text = UpSettings.DEFAULTS.get(setting.key());
      return Optional.ofNullable(text);
    }
  }

  @Command(
      name = "tokens",
      header = "Prints the tokens of an `up` data folder as shell exports.",
      footer = "tokens --data ./data")
  public static final class Tokens implements Callable<Integer> {

    private final CommandContext context;

    @Option(
        names = "--data",
        paramLabel = "DIR",
        description = "Its folder. Default: that of the one `up` that runs on this machine.")
    private Optional<Path> folder = Optional.empty();

    public Tokens(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() throws IOException {
      Path data =
          folder
              .or(new RunningPipelines(context.runtime().environment())::only)
              .orElseThrow(
                  () -> OperationException.invalid("no `up` runs; name its folder: --data DIR"));
      LocalPipeline.tokens(data)
          .forEach((name, token) -> context.out().println("export " + name + '=' + token));
      return ExitCode.DONE;
    }
  }

  /** A command that runs a service. */
  private abstract static class ServiceCommand implements Callable<Integer> {

    @Mixin private final ServiceOptions options;
    private final BiConsumer<Settings, SettingFaults> check;
    private final BiFunction<Settings, RuntimeContext, LiveService> services;

    ServiceCommand(
        CommandContext context,
        Supplier<List<Setting<?>>> settings,
        BiConsumer<Settings, SettingFaults> check,
        BiFunction<Settings, RuntimeContext, LiveService> services) {
      this.options = new ServiceOptions(context, () -> KnownSettings.connectionAnd(settings.get()));
      this.check = check;
      this.services = services;
    }

    @Override
    public Integer call() throws Exception {
      CommandContext context = options.context();
      SettingFaults faults = new SettingFaults();
      check.accept(options.settings(), faults);
      faults.throwIfAny();
      LiveService service = services.apply(options.settings(), context.runtime());
      foreground(context).serve(service, () -> readyLine(service));
      return ExitCode.DONE;
    }

    private static String readyLine(LiveService service) {
      String line = "ready " + service + " http=http://" + service.address();
      boolean apart = !service.ops().equals(service.address());
      return apart ? line + " ops=http://" + service.ops() : line;
    }
  }

  @Command(
      name = "gateway",
      header = "Runs the ingest gateway: HTTP in, facts out.",
      footer = {
        "gateway --bootstrap-servers kafka-1:9092,kafka-2:9092 --http-listen 127.0.0.1:8080",
        "gateway --config config/cluster.properties"
      })
  public static final class Gateway extends ServiceCommand {

    public Gateway(CommandContext context) {
      super(context, () -> GatewaySettings.ALL, StartCheck::gateway, LiveService::gateway);
    }
  }

  @Command(
      name = "processors",
      header = "Runs the stream processors: facts in, records out.",
      footer = {
        "processors --bootstrap-servers kafka-1:9092 --state-dir /var/lib/tributary",
        "processors --config config/cluster.properties"
      })
  public static final class Processors extends ServiceCommand {

    public Processors(CommandContext context) {
      super(context, () -> ProcessorsSettings.ALL, StartCheck::processors, LiveService::processors);
    }
  }

  @Command(
      name = "sink",
      header = "Runs the sink: records in, DynamoDB items out.",
      footer = {
        "sink --bootstrap-servers kafka-1:9092 --table-prefix staging-",
        "sink --config config/cluster.properties"
      })
  public static final class Sink extends ServiceCommand {

    public Sink(CommandContext context) {
      super(context, () -> SinkSettings.ALL, StartCheck::sink, LiveService::sink);
    }
  }

  @Command(
      name = "demo",
      header = "Runs a pipeline in a temporary folder, sends sample traffic, and checks the items.",
      footer = {"demo", "demo --json"})
  public static final class DemoCommand implements Callable<Integer> {

    private static final String ANY_LOOPBACK_PORT = "127.0.0.1:0";

    /** File and environment might name a cluster, which is no place for sample traffic. */
    private static final Settings SETTINGS =
        Settings.of(
            Map.of(
                GatewaySettings.LISTEN.key(), ANY_LOOPBACK_PORT,
                UpSettings.KAFKA.key(), ANY_LOOPBACK_PORT,
                UpSettings.DYNAMODB.key(), ANY_LOOPBACK_PORT));

    private final CommandContext context;

    @Option(names = "--json", description = "Prints items as JSON lines, not as tables.")
    private boolean json;

    @Option(names = "--log-level", paramLabel = "LEVEL", description = "Default: INFO.")
    private LogLevel level = LogLevel.INFO;

    public DemoCommand(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      level.apply();
      try (TemporaryFolder folder = TemporaryFolder.create("tributary-demo-")) {
        Path accounts = folder.path().resolve("accounts.json");
        Demo demo = new Demo(new Output(context.out(), json), accounts, context.runtime());
        Settings settings = SETTINGS.with(demo.settings());
        LocalPipeline pipeline = pipeline(context, settings, Optional.empty(), Optional.empty());
        return foreground(context)
            .run(
                pipeline,
                () -> {
                  demo.run(pipeline);
                  return ExitCode.DONE;
                });
      } catch (Exception e) {
        LoggerFactory.getLogger(Demo.class).debug("demo failed", e);
        context.out().println("demo failed: " + FailureText.of(e));
        return ExitCode.FAILED;
      }
    }
  }

  private static LocalPipeline pipeline(
      CommandContext context,
      Settings settings,
      Optional<Path> folder,
      Optional<RunningPipelines> known) {
    return new LocalPipeline(
        settings, context.runtime(), folder, home(), known, context.termination()::request);
  }

  private static ServeUntilSignal foreground(CommandContext context) {
    return new ServeUntilSignal(context.out(), context.termination(), context.runtime().ticker());
  }

  /** The project's folder, which the script {@code tributary} names. */
  private static Path home() {
    String home = RuntimeContext.jvmProperty("tributary.home", "");
    if (home.isEmpty()) {
      throw OperationException.failed("start the embedded pipeline with the script ./tributary");
    }
    return Path.of(home);
  }
}
