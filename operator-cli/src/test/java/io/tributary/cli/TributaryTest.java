package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.process.ExitCode;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.process.Termination;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody at a terminal sees of commands and their mistakes. */
class TributaryTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private final List<Invocation> invocations = new ArrayList<>();
  private final Path folder;

  TributaryTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private ExitCode run(String... args) {
    return run(List.of(probe("probe"), probe("group probe")), args);
  }

  private ExitCode run(List<Command> commands, String... args) {
    Ambient system = Ambient.system();
    Ambient ambient =
        new Ambient(
            system.clock(), system.ticker(), system.random(), system.secrets(), environment);
    return new Tributary(commands, ambient, print(out), print(err)).run(args);
  }

  private Command probe(String name) {
    return new Command(
        name,
        "Does nothing.",
        List.of(name + " here"),
        KnownSettings.all(),
        Map.of("http.listen", "--http"),
        List.of(
            new Argument.Switch("--again", "Once more."),
            new Argument.Option("--timeout", "SECONDS", "How long."),
            new Argument.Position("PLACE", "Where.")),
        invocation -> {
          invocations.add(invocation);
          return ExitCode.DONE;
        });
  }

  private List<Command> real() {
    return Commands.all(
        Ambient.system(), print(out), print(err), Termination.byRequest(Thread.currentThread()));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private String errors() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private String results() {
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void shouldGiveFlagsOverEnvironmentOverFileOverDefault() throws IOException {
    Path file = folder.resolve("a.properties");
    Files.writeString(file, "table.prefix=file-\ntopic.prefix=file-\nsink.writers=3\n");
    environment.put("TRIBUTARY_TABLE_PREFIX", "environment-");
    environment.put("TRIBUTARY_TOPIC_PREFIX", "environment-");

    ExitCode code =
        run(
            "probe",
            "x",
            "--config",
            file.toString(),
            "--table-prefix",
            "flag-",
            "--kafka-linger-ms=7");

    assertThat(code).isEqualTo(ExitCode.DONE);
    Invocation invocation = invocations.get(0);
    assertThat(invocation.settings().get(KafkaSettings.TOPIC_PREFIX)).isEqualTo("environment-");
    assertThat(invocation.settings().get(SinkSettings.TABLE_PREFIX)).isEqualTo("flag-");
    assertThat(invocation.settings().get(SinkSettings.WRITERS)).isEqualTo(3);
    assertThat(invocation.settings().get(KafkaSettings.BOOTSTRAP_SERVERS))
        .isEqualTo("127.0.0.1:9092");
    assertThat(invocation.settings().kafka()).containsExactly(Map.entry("linger.ms", "7"));
  }

  @Test
  void shouldPassArgumentsAndAliases() {
    run("group", "probe", "here", "--again", "--timeout", "5", "--http", "127.0.0.1:1");

    Invocation invocation = invocations.get(0);
    assertThat(invocation.arguments())
        .containsOnly(
            Map.entry("PLACE", "here"), Map.entry("--again", "true"), Map.entry("--timeout", "5"));
    assertThat(invocation.settings().get(GatewaySettings.LISTEN).port()).isEqualTo(1);
  }

  @Test
  void shouldSuggestTheNearestCommand() {
    assertThat(run("prob")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo(
            "tributary: unknown command prob; did you mean probe?; see `tributary --help`\n");
  }

  @Test
  void shouldSuggestTheNearestFlag() {
    assertThat(run("probe", "x", "--table-prefux=a")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo(
            "tributary: unknown option --table-prefux; did you mean --table-prefix?;"
                + " see `tributary probe --help`\n");
  }

  @Test
  void shouldTakeNoSecretsAsFlags() {
    assertThat(run("probe", "x", "--admin-token", "s3cret")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("unknown option --admin-token").doesNotContain("s3cret");
  }

  @Test
  void shouldTakeNoSecretsOfKafkaAsFlags() {
    assertThat(run("probe", "x", "--kafka-sasl-jaas-config=s3cret")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo(
            "tributary: kafka.sasl.jaas.config is a secret and no flag; use"
                + " TRIBUTARY_KAFKA_SASL_JAAS_CONFIG or a file (--config);"
                + " see `tributary probe --help`\n");
    err.reset();
    environment.put("TRIBUTARY_KAFKA_SASL_JAAS_CONFIG", "s3cret");
    assertThat(run("probe", "x")).isEqualTo(ExitCode.DONE);
  }

  @Test
  void shouldEndAFailedDemonstrationWithALineThatSaysSo() {
    assertThat(run(real(), "demo")).isEqualTo(ExitCode.FAILED);
    assertThat(results())
        .isEqualTo("demo failed: start the embedded pipeline with the launcher ./tributary\n");
  }

  @Test
  void shouldNameWhatIsMissing() {
    assertThat(run("probe")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo(
            "tributary: missing required parameter: 'PLACE'; see `tributary probe --help`\n");
    err.reset();
    assertThat(run("group")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo("tributary: name a command: probe; see `tributary group --help`\n");
  }

  @Test
  void shouldNameTheListenersWhenAPortIsTaken() {
    Command failing =
        new Command(
            "fail",
            "Fails.",
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            invocation -> {
              throw new IllegalStateException(new BindException("Address already in use"));
            });

    assertThat(run(List.of(failing), "fail")).isEqualTo(ExitCode.FAILED);
    assertThat(errors())
        .isEqualTo(
            "tributary: cannot listen: Address already in use"
                + " (see http.listen, ops.listen, processors.listen, sink.listen)\n");
  }

  @Test
  void shouldSayUnforeseenFailuresInOneLine() {
    Command failing =
        new Command(
            "fail",
            "Fails.",
            List.of(),
            List.of(),
            Map.of(),
            List.of(),
            invocation -> {
              throw new IllegalStateException("first\nsecond");
            });

    assertThat(run(List.of(failing), "fail")).isEqualTo(ExitCode.FAILED);
    assertThat(errors()).isEqualTo("tributary: first\n");
  }

  @Test
  void shouldHelpWithExamplesForEveryCommand() {
    List<Command> commands = real();

    for (Command command : commands) {
      out.reset();
      List<String> args = new ArrayList<>(List.of(command.name().split(" ", -1)));
      args.add("--help");
      assertThat(run(commands, args.toArray(String[]::new))).isEqualTo(ExitCode.DONE);
      assertThat(results())
          .startsWith("Usage: tributary " + command.name())
          .contains("Examples:\n  tributary " + command.name());
    }
  }

  @Test
  void shouldPrintPoliciesOnlyOfWhoThereIs() {
    assertThat(run(real(), "tables", "policy", "--account", "111122223333"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "tables", "policy", "--service", "sinks", "--account", "111122223333"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "tables", "policy", "--service", "sink", "--account", "12"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .contains("tables policy needs --service")
        .contains("unknown service sinks; did you mean sink?")
        .contains("twelve digits");
    assertThat(results()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "staging?", "a/b", "${Account}-"})
  void shouldPrintNothingForAPrefixThatNoTableCanHave(String prefix) {
    assertThat(run(real(), "tables", "template", "--table-prefix", prefix))
        .isEqualTo(ExitCode.USAGE);
    String policy = "tables policy --service sink --account 111122223333 --table-prefix " + prefix;
    assertThat(run(real(), policy.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("must be letters, digits, _, . and -");
    assertThat(results()).isEmpty();
  }

  @Test
  void shouldSayThatNoBrokerAnswers() {
    ExitCode code =
        run(
            real(),
            "drained",
            "--bootstrap-servers",
            "127.0.0.1:1",
            "--kafka-default-api-timeout-ms",
            "1000",
            "--kafka-request-timeout-ms",
            "1000");

    assertThat(code).isEqualTo(ExitCode.FAILED);
    assertThat(errors()).isEqualTo("tributary: no Kafka broker answers at 127.0.0.1:1\n");
  }

  @Test
  void shouldSayThatNoTableEndpointAnswers() {
    assertThat(run(real(), "tables", "check", "--dynamodb-endpoint", "http://127.0.0.1:1"))
        .as("without a broker, which nobody has named")
        .isEqualTo(ExitCode.FAILED);
    assertThat(errors()).startsWith("tributary: DynamoDB at http://127.0.0.1:1: ").hasLineCount(1);
  }

  @Test
  void shouldPrintResultsAsJsonForPrograms() {
    assertThat(run(real(), "version", "--output", "json")).isEqualTo(ExitCode.DONE);
    assertThat(results()).matches("\\{\"version\":\"[0-9.A-Z-]+\",\"commit\":\"\\w+\"}\n");

    assertThat(run(real(), "version", "--output", "xml")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).isEqualTo("tributary: --output must be text or json\n");
  }

  @Test
  void shouldSayWhatIsWrongWithAReplay() {
    assertThat(run(real(), "replay", "plan", "--tables", "devises")).isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "plan", "--limit", "0")).isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "run", "--since", "yesterday")).isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "run", "--name", "a b")).isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "run", "--partitions", "12")).isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "run", "--from", "facts", "--name", "x"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "run", "--from", "facts", "--partitions", "10001"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "run", "--into", "g2-")).isEqualTo(ExitCode.USAGE);
    assertThat(run(real(), "replay", "plan", "--table-prefix", "a.", "--into", "a.g12-"))
        .isEqualTo(ExitCode.USAGE);
    assertThat(errors().lines())
        .containsExactly(
            "tributary: unknown table devises; did you mean devices?",
            "tributary: --limit must be a whole number from 1, such as 100",
            "tributary: --since must be a time such as 2026-01-31T12:00:00Z, or so long ago: 90s,"
                + " 30m, 2h, 7d",
            "tributary: --name must be 1 to 64 letters, digits, hyphens and underscores",
            "tributary: --partitions goes with --from facts",
            "tributary: --name goes with records; facts are taken as a whole",
            "tributary: --partitions must be at most 10000",
            "tributary: --into g2-: such a prefix is a generation's own, whose tables hold what it"
                + " makes of facts; take another, such as rebuilt-",
            "tributary: --into a.g12-: such a prefix is a generation's own, whose tables hold what"
                + " it makes of facts; take another, such as rebuilt-");
  }
}
