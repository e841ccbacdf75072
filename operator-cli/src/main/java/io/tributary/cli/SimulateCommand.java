package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.CtrlC;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.simulate.Plan;
import io.tributary.cli.simulate.Report;
import io.tributary.cli.simulate.SimulateSettings;
import io.tributary.cli.simulate.Simulation;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.operations.JsonFields;
import io.tributary.operations.Progress;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.drain.RelayBacklog;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.config.Setting;
import io.tributary.runtime.config.SettingType;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code simulate}: traffic like that of real senders, and what became of it. */
record SimulateCommand(Operators operators) {

  private static final String HTTP = "--http";
  private static final String RATE = "--rate";
  private static final String DURATION = "--duration";
  private static final String SEED = "--seed";
  private static final String IN_FLIGHT = "--in-flight";
  private static final String NO_CHECK = "--no-check";
  private static final String TIMEOUT = "--timeout";
  private static final String BY_DEFAULT = "http://127.0.0.1:8080";
  private static final int MOST_IN_FLIGHT = 10_000;
  private static final double FASTEST = 100_000;

  List<Command> all() {
    return List.of(
        new Command(
            "simulate",
            "Sends realistic traffic to a gateway at a fixed rate, prints latencies,"
                + " waits until drained and checks the tables. Exit code 3 if a request was"
                + " refused or a table is wrong, 4 if it did not drain in time. Ctrl-C ends"
                + " the traffic and starts the check, a second Ctrl-C ends that.",
            List.of(
                "simulate --rate 200 --duration 60s --dynamodb-endpoint http://127.0.0.1:8000",
                "simulate --http https://ingest.example.com --families devices,inbox --seed 7"
                    + " --no-check"),
            settings(),
            Map.of(),
            arguments(),
            this::simulate));
  }

  private static List<Setting<?>> settings() {
    return KnownSettings.connectionAnd(
        Stream.concat(
                Stream.of(GatewaySettings.ADMIN_TOKEN, GatewaySettings.SECRETS_FILE),
                SimulateSettings.ALL.stream())
            .<Setting<?>>map(setting -> setting)
            .toList());
  }

  private static List<Argument> arguments() {
    return List.of(
        new Argument.Option(HTTP, "URL", "The gateway. Default: " + BY_DEFAULT + '.'),
        new Argument.Option(
            RATE, "NUMBER", "Requests per second, of all families together. Default: 50."),
        new Argument.Option(DURATION, "DURATION", "How long requests are sent. Default: 60s."),
        new Argument.Option(
            SEED, "NUMBER", "The same seed sends the same, but for times and ids. Default: any."),
        new Argument.Option(
            IN_FLIGHT, "NUMBER", "Requests that may be under way at once. Default: 256."),
        new Argument.Switch(NO_CHECK, "Looks at no table, and needs neither Kafka nor DynamoDB."),
        new Argument.Option(
            TIMEOUT, "SECONDS", "How long to wait until drained before the check. Default: 60."),
        Operators.FORM);
  }

  private ExitCode simulate(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    Operators.quiet(invocation);
    Plan plan = plan(invocation);
    Settings settings = invocation.settings();
    boolean checked = !invocation.has(NO_CHECK);
    if (checked && !DynamoConnection.isNamed(settings, operators.ambient())) {
      throw CommandException.usage(
          "the check needs --dynamodb-endpoint or AWS to be set up; " + NO_CHECK + " does without");
    }
    Duration timeout = OptionValues.seconds(TIMEOUT, invocation.find(TIMEOUT).orElse("60"));
    Simulation simulation = new Simulation(plan, settings, operators.ambient());
    output.print(
        "run " + simulation.name() + " seed=" + plan.seed(),
        JsonFields.of("run", simulation.name()).and("seed", plan.seed()).map());
    if (!checked) {
      return send(simulation, output) ? ExitCode.DONE : ExitCode.FOUND;
    }
    // whoever cannot be checked is told before anything is sent
    operators.connect(invocation).close();
    boolean accepted = send(simulation, output);
    Settings live = GenerationLog.resolve(settings);
    try (Cluster cluster = Cluster.connect(live)) {
      boolean drained = awaitDrained(cluster, live, output, timeout);
      boolean exact = check(simulation, live, output, drained);
      return accepted ? ofChecked(exact, drained) : ExitCode.FOUND;
    }
  }

  private static ExitCode ofChecked(boolean exact, boolean drained) {
    if (exact) {
      return ExitCode.DONE;
    }
    return drained ? ExitCode.FOUND : ExitCode.UNDRAINED;
  }

  private boolean send(Simulation simulation, Output output) throws InterruptedException {
    simulation.prepare();
    CtrlC.first(simulation::stop);
    try (Progress progress = operators.progress("simulating", "requests", simulation.turns())) {
      return new Report(output).figures(simulation.send(progress));
    }
  }

  private boolean awaitDrained(Cluster cluster, Settings settings, Output output, Duration timeout)
      throws InterruptedException {
    try (RelayBacklog relay = RelayBacklog.ifNamed(settings, operators.ambient());
        DrainCheck drain = DrainCheck.of(cluster, relay)) {
      List<Lag> lags = drain.await(Deadline.after(timeout, operators.ambient().ticker()));
      lags.forEach(lag -> output.print("lag " + lag, DrainCommand.members(lag)));
      return lags.isEmpty();
    }
  }

  private boolean check(Simulation simulation, Settings settings, Output output, boolean drained)
      throws InterruptedException {
    try (DynamoDbClient client = DynamoConnection.open(settings, operators.ambient())) {
      TableReader reader = new TableReader(client);
      String prefix = SinkSettings.tablePrefix(settings);
      return new Report(output)
          .verdicts(
              simulation.check(
                  (table, key, value) -> reader.items(prefix + table, key, value),
                  total -> operators.progress("checking", "partitions", total)),
              simulation.unknown(),
              drained);
    } catch (SdkException e) {
      throw CommandException.failed("cannot read the tables: " + e.getMessage());
    }
  }

  private Plan plan(Invocation invocation) {
    return new Plan(
        gateway(invocation.find(HTTP).orElse(BY_DEFAULT)),
        invocation.settings().get(KafkaSettings.FAMILIES),
        number(invocation, RATE, "50", "a number above 0, at most 100000", SimulateCommand::rate),
        number(
            invocation,
            DURATION,
            "60s",
            "a number with a unit (ms, s, m, h, d), such as 60s",
            SettingType.DURATION.parser()),
        number(
            invocation,
            SEED,
            Long.toString(operators.ambient().random().nextInt(Integer.MAX_VALUE)),
            "a whole number",
            Long::parseLong),
        number(
            invocation,
            IN_FLIGHT,
            "256",
            "a whole number from 1 to " + MOST_IN_FLIGHT,
            SettingType.integer(1, MOST_IN_FLIGHT).parser()));
  }

  private static <T> T number(
      Invocation invocation,
      String option,
      String byDefault,
      String rule,
      Function<String, T> parser) {
    try {
      return parser.apply(invocation.find(option).orElse(byDefault));
    } catch (SettingsException | IllegalArgumentException e) {
      throw CommandException.usage(option + " must be " + rule);
    }
  }

  private static double rate(String text) {
    double rate = Double.parseDouble(text);
    if (rate > 0 && rate <= FASTEST) {
      return rate;
    }
    throw new IllegalArgumentException(text);
  }

  private static URI gateway(String text) {
    if (!text.matches("https?://[^/?#\\s]+/?")) {
      throw CommandException.usage(
          HTTP + " must be a URL such as " + BY_DEFAULT + ", without a path");
    }
    return URI.create(text);
  }
}
