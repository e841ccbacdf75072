package io.tributary.cli;

import io.tributary.cli.demo.Demo;
import io.tributary.cli.demo.DemoSenders;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.generation.GenerationFollower;
import io.tributary.launcher.generation.LiveServices;
import io.tributary.launcher.process.ServeUntilSignal;
import io.tributary.launcher.process.Termination;
import io.tributary.launcher.up.LocalPipeline;
import io.tributary.launcher.up.UpRules;
import io.tributary.launcher.up.UpSettings;
import io.tributary.operations.FailureText;
import io.tributary.processors.settings.ProcessorsSettings;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.Settings;
import io.tributary.sink.settings.SinkSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commands that run the pipeline or a part of it. */
record PipelineCommands(Ambient ambient, PrintStream out, Termination termination) {

  private static final Logger log = LoggerFactory.getLogger(PipelineCommands.class);
  private static final String ANY_LOOPBACK_PORT = "127.0.0.1:0";

  /**
   * All that a demonstration goes by: were it to heed file and environment, it might write its
   * sample traffic into the cluster that they name.
   */
  private static final Settings DEMO =
      Settings.of(
          Map.of(
              GatewaySettings.LISTEN.key(), ANY_LOOPBACK_PORT,
              UpSettings.KAFKA.key(), ANY_LOOPBACK_PORT,
              UpSettings.DYNAMODB.key(), ANY_LOOPBACK_PORT));

  List<Command> all() {
    return List.of(
        up(),
        tokens(),
        service(
            "gateway",
            "Runs the ingest gateway: HTTP in, facts out.",
            "gateway --bootstrap-servers kafka-1:9092,kafka-2:9092 --http-listen 127.0.0.1:8080",
            GatewaySettings.ALL,
            this::runGateway),
        service(
            "processors",
            "Runs the stream processors: facts in, records out.",
            "processors --bootstrap-servers kafka-1:9092 --state-dir /var/lib/tributary",
            ProcessorsSettings.ALL,
            this::runProcessors),
        service(
            "sink",
            "Runs the sink: records in, DynamoDB items out.",
            "sink --bootstrap-servers kafka-1:9092 --table-prefix staging-",
            SinkSettings.ALL,
            this::runSink),
        demo());
  }

  private Command up() {
    return new Command(
        "up",
        "Runs the whole pipeline on this machine, with an embedded Kafka and DynamoDB.",
        List.of(
            "up",
            "up --data ./data",
            "up --http 127.0.0.1:0 --kafka 127.0.0.1:0 --dynamodb 127.0.0.1:0",
            "up --bootstrap-servers 127.0.0.1:9092 --dynamodb-endpoint http://127.0.0.1:8000",
            "up --without gateway,sink",
            "up --schema-registry"),
        KnownSettings.all(),
        Map.of(GatewaySettings.LISTEN.key(), "--http"),
        List.of(),
        this::runPipeline);
  }

  private Command tokens() {
    return new Command(
        "tokens",
        "Prints the tokens of an `up` data folder as shell exports.",
        List.of("tokens --data ./data"),
        List.of(UpSettings.DATA),
        Map.of(),
        List.of(),
        this::printTokens);
  }

  private Command demo() {
    return new Command(
        "demo",
        "Runs a pipeline in a temporary folder, sends sample traffic, prints and"
            + " checks the items.",
        List.of("demo", "demo --log-level WARN"),
        List.of(LogLevel.SETTING),
        Map.of(),
        List.of(),
        this::demonstrate);
  }

  private static Command service(
      String name,
      String summary,
      String example,
      List<Setting<?>> settings,
      Command.Action action) {
    return new Command(
        name,
        summary,
        List.of(example, name + " --config config/cluster.properties"),
        KnownSettings.connectionAnd(settings),
        Map.of(),
        List.of(),
        action);
  }

  private ExitCode runPipeline(Invocation invocation) throws Exception {
    Settings settings = invocation.settings();
    UpRules.require(settings);
    LocalPipeline pipeline = pipeline(settings, settings.find(UpSettings.DATA));
    foreground().serve(pipeline, pipeline::readyLine);
    return pipeline.serverDied() ? ExitCode.FAILED : ExitCode.DONE;
  }

  private ExitCode printTokens(Invocation invocation) throws IOException {
    Path folder =
        invocation
            .settings()
            .find(UpSettings.DATA)
            .orElseThrow(() -> CommandException.usage("--data must name the folder of `up`"));
    LocalPipeline.tokens(folder)
        .forEach((name, token) -> out.println("export " + name + '=' + token));
    return ExitCode.DONE;
  }

  private ExitCode demonstrate(Invocation invocation) {
    try (DemoSenders senders = new DemoSenders(ambient.clock())) {
      LocalPipeline pipeline = pipeline(DEMO.with(senders.settings()), Optional.empty());
      Demo demo = new Demo(out, senders, ambient);
      return foreground()
          .run(
              pipeline,
              () -> {
                demo.run(pipeline);
                return ExitCode.DONE;
              });
    } catch (Exception e) {
      log.debug("demo failed", e);
      out.println("demo failed: " + FailureText.of(e));
      return ExitCode.FAILED;
    }
  }

  private ExitCode runGateway(Invocation invocation) throws Exception {
    GenerationFollower gateway = LiveServices.gateway(invocation.settings(), ambient);
    foreground()
        .serve(
            gateway,
            () ->
                "ready gateway http=http://" + gateway.address() + " ops=http://" + gateway.ops());
    return ExitCode.DONE;
  }

  private ExitCode runProcessors(Invocation invocation) throws Exception {
    return serve(LiveServices.processors(invocation.settings(), ambient));
  }

  private ExitCode runSink(Invocation invocation) throws Exception {
    return serve(LiveServices.sink(invocation.settings(), ambient));
  }

  private ExitCode serve(GenerationFollower service) throws Exception {
    foreground().serve(service, () -> "ready " + service + " http=http://" + service.address());
    return ExitCode.DONE;
  }

  private LocalPipeline pipeline(Settings settings, Optional<Path> folder) {
    return new LocalPipeline(settings, ambient, folder, home(), termination::request);
  }

  private ServeUntilSignal foreground() {
    return new ServeUntilSignal(out, termination, ambient.ticker());
  }

  /** The launcher says where the project is. */
  private static Path home() {
    String home = Ambient.jvmProperty("tributary.home", "");
    if (home.isEmpty()) {
      throw CommandException.failed("start the embedded pipeline with the launcher ./tributary");
    }
    return Path.of(home);
  }
}
