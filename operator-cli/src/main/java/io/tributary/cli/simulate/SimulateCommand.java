package io.tributary.cli.simulate;

import static io.tributary.operations.OperationException.require;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes.Count;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.CtrlC;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.status.DrainedCommand;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.JsonFields;
import io.tributary.operations.Progress;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "simulate",
    header = "Sends realistic traffic to a gateway at a fixed rate, and checks the tables.",
    description =
        "Prints latencies, waits until drained and compares. Exit code 3 if a request was refused"
            + " or a table is wrong, 4 if it did not drain in time. Ctrl-C ends the traffic and"
            + " starts the check, a second Ctrl-C ends that. Tokens are those of `up`, else"
            + " TRIBUTARY_ADMIN_TOKEN and TRIBUTARY_SERVICE_TOKEN.",
    footer = {
      "simulate --rate 200 --duration 60s --dynamodb-endpoint http://127.0.0.1:8000",
      "simulate --http https://ingest.example.com --families devices,inbox --seed 7 --no-check"
    })
public final class SimulateCommand implements Callable<Integer> {

  private static final int MOST_IN_FLIGHT = 10_000;
  private static final double FASTEST = 100_000;

  @Mixin private final OperatorOptions options;

  @Option(
      names = "--http",
      paramLabel = "URL",
      description = "The gateway. Default: that of `up`, or http://127.0.0.1:8080.")
  private Optional<String> http = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "50",
      description = "Requests per second, of all families together. Default: 50.")
  private double rate;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      defaultValue = "60s",
      description = "How long requests are sent. Default: 60s.")
  private Duration duration = Duration.ZERO;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "The same seed sends the same, but for times and ids. Default: any.")
  private Optional<Long> seed = Optional.empty();

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      converter = Count.class,
      defaultValue = "256",
      description = "Requests that may be under way at once. Default: 256.")
  private int inFlight;

  @Option(
      names = "--no-check",
      description = "Compares no table, and needs neither Kafka nor DynamoDB.")
  private boolean unchecked;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "60",
      description = "Time to wait until drained. Default: 60.")
  private Duration timeout = Duration.ZERO;

  public SimulateCommand(CommandContext context) {
    this.options =
        new OperatorOptions(
            context,
            () ->
                List.of(
                    GatewaySettings.ADMIN_TOKEN,
                    Simulation.SERVICE_TOKEN,
                    GatewaySettings.SECRETS_FILE));
  }

  @Override
  public Integer call() throws InterruptedException {
    Plan plan = plan();
    Settings settings = options.settings();
    RuntimeContext runtime = options.context().runtime();
    require(
        unchecked || DynamoConnection.isNamed(settings, runtime),
        "the check needs --dynamodb-endpoint or AWS to be set up; --no-check does without");
    Simulation simulation = new Simulation(plan, settings, runtime);
    options
        .output()
        .print(
            "run " + simulation.name() + " seed=" + plan.seed(),
            JsonFields.of("run", simulation.name()).and("seed", plan.seed()).map());
    if (unchecked) {
      return send(simulation) ? ExitCode.DONE : ExitCode.FOUND;
    }
    // fails before anything is sent; the generation may change until the comparison
    Cluster.connect(GenerationLog.resolve(settings)).close();
    boolean accepted = send(simulation);
    boolean drained = DrainedCommand.await(options, timeout);
    boolean exact = check(simulation, drained);
    if (exact && accepted) {
      return ExitCode.DONE;
    }
    return accepted && !drained ? ExitCode.UNDRAINED : ExitCode.FOUND;
  }

  private boolean send(Simulation simulation) throws InterruptedException {
    simulation.prepare();
    CtrlC.first(simulation::stop);
    try (Progress progress =
        options.context().progress("simulating", "requests", simulation.iterations())) {
      return new Report(options.output()).figures(simulation.send(progress));
    }
  }

  private boolean check(Simulation simulation, boolean drained) throws InterruptedException {
    Settings settings = options.live();
    try (DynamoDbClient client = DynamoConnection.open(settings, options.context().runtime())) {
      return new Report(options.output())
          .verdicts(
              simulation.check(
                  new TableReader(client),
                  SinkSettings.tablePrefix(settings),
                  total -> options.context().progress("checking", "partitions", total)),
              simulation.lost(),
              drained);
    }
  }

  private Plan plan() {
    String gateway =
        http.orElseGet(() -> "http://" + options.settings().get(GatewaySettings.LISTEN));
    require(
        gateway.matches("https?://[^/?#\\s]+/?"),
        "--http must be a URL such as http://127.0.0.1:8080, without a path");
    require(rate > 0 && rate <= FASTEST, "--rate must be a number above 0, at most 100000");
    require(inFlight <= MOST_IN_FLIGHT, "--in-flight must be at most " + MOST_IN_FLIGHT);
    return new Plan(
        URI.create(gateway),
        options.settings().get(KafkaSettings.FAMILIES),
        rate,
        duration,
        seed.orElseGet(
            () -> (long) options.context().runtime().random().nextInt(Integer.MAX_VALUE)),
        inFlight);
  }
}
