package io.tributary.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.cli.options.ServiceOptions;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.launcher.process.Termination;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.settings.SinkSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** What somebody at a terminal sees of commands and their mistakes. */
class TributaryTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private final Path folder;
  private Settings read = Settings.of(Map.of());

  TributaryTest(@TempDir Path folder) {
    this.folder = folder;
  }

  private int run(String... args) {
    return Tributary.run(environment, print(out), print(err), args);
  }

  @Command(name = "tributary")
  private static final class Root {}

  /** A command with all settings. */
  @Command(name = "probe")
  private final class Probe implements Callable<Integer> {

    @Mixin private final ServiceOptions options;
    private final Optional<RuntimeException> failure;

    Probe(CommandContext context, Optional<RuntimeException> failure) {
      this.options = new ServiceOptions(context, KnownSettings::all);
      this.failure = failure;
    }

    @Override
    public Integer call() {
      read = options.settings();
      if (failure.isPresent()) {
        throw failure.get();
      }
      return ExitCode.DONE;
    }
  }

  private int probe(String... args) {
    return probe(Optional.empty(), args);
  }

  private int probe(Optional<RuntimeException> failure, String... args) {
    RuntimeContext system = RuntimeContext.system();
    RuntimeContext runtime =
        new RuntimeContext(
            system.clock(), system.ticker(), system.random(), system.secrets(), environment);
    CommandContext context =
        new CommandContext(
            runtime, print(out), print(err), Termination.byRequest(Thread.currentThread()));
    CommandSpec root = CommandSpec.forAnnotatedObject(new Root());
    root.addSubcommand("probe", CommandSpec.forAnnotatedObject(new Probe(context, failure)));
    List<String> words = new ArrayList<>(List.of("probe"));
    words.addAll(List.of(args));
    String[] line = words.toArray(String[]::new);
    return Tributary.commands(root, context, line).execute(line);
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

    int code = probe("--config", file.toString(), "--table-prefix", "flag-", "--kafka-linger-ms=7");

    assertThat(code).isEqualTo(ExitCode.DONE);
    assertThat(read.get(KafkaSettings.TOPIC_PREFIX)).isEqualTo("environment-");
    assertThat(read.get(SinkSettings.TABLE_PREFIX)).isEqualTo("flag-");
    assertThat(read.get(SinkSettings.WRITERS)).isEqualTo(3);
    assertThat(read.get(KafkaSettings.BOOTSTRAP_SERVERS)).isEqualTo("127.0.0.1:9092");
    assertThat(read.kafka()).containsExactly(Map.entry("linger.ms", "7"));
  }

  @Test
  void shouldSuggestTheNearestCommandUnlessNoneIsNear() {
    assertThat(run("topic")).isEqualTo(ExitCode.USAGE);
    assertThat(run("xyzzy")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .startsWith(
            "tributary: unknown command topic; did you mean topics?; see `tributary --help`\n"
                + "tributary: unknown command xyzzy; there are up, tokens, gateway, ");
  }

  @Test
  void shouldSuggestTheNearestOption() {
    assertThat(probe("--table-prefux=a")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo(
            "tributary: unknown option --table-prefux; did you mean --table-prefix?;"
                + " see `tributary probe --help`\n");
  }

  @Test
  void shouldTakeNoSecretsAsOptions() {
    assertThat(probe("--admin-token", "s3cret")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).contains("unknown option --admin-token").doesNotContain("s3cret");
  }

  @Test
  void shouldTakeNoSecretsOfKafkaAsOptions() {
    assertThat(probe("--kafka-sasl-jaas-config=s3cret")).isEqualTo(ExitCode.USAGE);
    assertThat(errors())
        .isEqualTo(
            "tributary: kafka.sasl.jaas.config is a secret and no option; use"
                + " TRIBUTARY_KAFKA_SASL_JAAS_CONFIG or a file (--config);"
                + " see `tributary probe --help`\n");
    err.reset();
    environment.put("TRIBUTARY_KAFKA_SASL_JAAS_CONFIG", "s3cret");
    assertThat(probe()).isEqualTo(ExitCode.DONE);
  }

  @Test
  void shouldEndAFailedDemonstrationWithALineThatSaysSo() {
    assertThat(run("demo")).isEqualTo(ExitCode.FAILED);
    assertThat(results())
        .isEqualTo("demo failed: start the embedded pipeline with the script ./tributary\n");
  }

  @Test
  void shouldNameMissingParts() {
    assertThat(run("topics", "read")).isEqualTo(ExitCode.USAGE);
    assertThat(run("schemas", "save")).isEqualTo(ExitCode.USAGE);
    assertThat(run("topics")).isEqualTo(ExitCode.USAGE);
    assertThat(errors().lines())
        .containsExactly(
            "tributary: missing required parameter: 'TOPIC'; see `tributary topics read --help`",
            "tributary: missing required option: '--to=DIR'; see `tributary schemas save --help`",
            "tributary: name a command: abort, accept, create, decode, discard, list, read, recreate, restore; see `tributary topics --help`");
  }

  @Test
  void shouldSayUnforeseenFailuresInOneLine() {
    assertThat(probe(Optional.of(new IllegalStateException("first\nsecond"))))
        .isEqualTo(ExitCode.FAILED);
    assertThat(errors()).isEqualTo("tributary: first\n");
  }

  /** Every command: a sentence, then examples. The list of commands fits a screen of 24 lines. */
  @Test
  void shouldHelpWithASentenceAndExamples() {
    assertThat(run("--help")).isEqualTo(ExitCode.DONE);
    assertThat(results().lines().count()).isLessThan(24);
    assertThat(results().lines()).allMatch(line -> line.length() <= 100);
    CommandContext context =
        new CommandContext(
            RuntimeContext.system(),
            print(out),
            print(err),
            Termination.byRequest(Thread.currentThread()));
    assertHelp(Tributary.commands(new Tributary(), context, "help"));
  }

  private void assertHelp(CommandLine command) {
    command.getSubcommands().values().forEach(this::assertHelp);
    String name = command.getCommandSpec().qualifiedName();
    if (command.getSubcommands().isEmpty()) {
      out.reset();
      List<String> words = new ArrayList<>(List.of(name.split(" ", -1)));
      words.set(0, "help");
      assertThat(run(words.toArray(String[]::new))).isEqualTo(ExitCode.DONE);
      assertThat(results()).matches("(?s)[A-Z][^.\n]*\\.\n\nExamples?:\n  " + name + "\\b.*");
    }
  }

  @Test
  void shouldCompleteInEveryShell() {
    for (String shell : List.of("bash", "zsh", "fish")) {
      out.reset();
      assertThat(run("completion", shell)).isEqualTo(ExitCode.DONE);
      assertThat(results())
          .contains("dead-letters", "redrive", "from-beginning", "sink-decode", "device_readings");
    }
    assertThat(run("completion", "bash")).isEqualTo(ExitCode.DONE);
    assertThat(results())
        .contains(
            "FAMILIES_option_args=(\"devices\"",
            "STAGES_option_args=(\"decode\"",
            "CODES_option_args=(\"UNDECODABLE\"",
            "\"history.messages\"");
  }

  @Test
  void shouldSayThatNoBrokerAnswers() {
    int code =
        run(
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
  void shouldSayThatNoBrokerAnswersAService() {
    environment.put("TRIBUTARY_ADMIN_TOKEN", "a".repeat(32));
    environment.put("TRIBUTARY_API_KEY_PEPPER", "p".repeat(32));
    environment.put("TRIBUTARY_CONFIRMATION_KEY", "c".repeat(32));
    String line =
        "gateway --bootstrap-servers 127.0.0.1:1 --http-listen 127.0.0.1:0 --ops-listen"
            + " 127.0.0.1:0 --kafka-default-api-timeout-ms 1000";

    assertThat(run(line.split(" ", -1))).isEqualTo(ExitCode.FAILED);
    assertThat(errors()).isEqualTo("tributary: no Kafka broker answers at 127.0.0.1:1\n");
  }

  @Test
  void shouldSayThatNoTableEndpointAnswers() {
    assertThat(run("tables", "check", "--dynamodb-endpoint", "http://127.0.0.1:1"))
        .as("without a broker, which nobody has named")
        .isEqualTo(ExitCode.FAILED);
    assertThat(errors())
        .startsWith("no Kafka broker answers at 127.0.0.1:9092; takes the tables of generation 1")
        .contains("\ntributary: DynamoDB at http://127.0.0.1:1: ")
        .hasLineCount(2);
  }

  @Test
  void shouldPrintResultsAsJsonForPrograms() {
    assertThat(run("version", "--output", "json")).isEqualTo(ExitCode.DONE);
    assertThat(results()).matches("\\{\"version\":\"[0-9.A-Z-]+\",\"commit\":\"\\w+\"}\n");

    assertThat(run("version", "--output", "xml")).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).startsWith("tributary: --output must be one of text, json, not xml");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replay plan --tables devises | unknown table devises; did you mean devices?",
        "replay plan --limit 0 | --limit must be a whole number from 1, such as 100; see",
        "replay run --name a% | --name must be 1 to 64 letters, digits, hyphens and underscores",
        "replay run --partitions 12 | --follow and --partitions go with --from facts",
        "replay run --from facts --name x | --name and --restart go with records",
        "replay run --from facts --tables inbox | --tables, --into and --key-prefix go with records",
        "replay run --from facts --partitions 10001 | --partitions must be at most 10000",
        "replay run --into g2- | --into g2-: such a prefix is a generation's own",
        "replay plan --table-prefix a. --into a.g12- | --into a.g12-: such a prefix",
        "dead-letters list --since yesterday | --since must be a time such as 2026-01-31T12:00:00Z",
        "dead-letters list --family inbux | --family: unknown family inbux; did you mean inbox?",
        "dead-letters show devices/x/1 | ID must be family/partition/offset, such as devices/2/17",
        "dead-letters discard | choose dead letters: --family,",
        "dead-letters redrive --everything --stage store | --everything excludes --family,",
        "status --interval 0 | --interval must be at least 1",
        "simulate --rate -1 --no-check | --rate must be a number above 0, at most 100000",
        "simulate --http http://h/p --no-check | --http must be a URL such as",
        "verify --ignore-rev | --ignore-rev needs --against",
        "verify --against x- --repair | --repair needs topics and excludes --against",
        "verify --delete-extra | --delete-extra needs --repair",
        "verify --repair --yes | --yes needs --delete-extra",
        "verify --against a-g2- --table-prefix a- --generation 2 | --against must be another prefix",
        "verify --families devices --tables inbox | unknown table inbox; there are devices,",
        "dead-letters list --code UNDECODABLE,INVALID_KEE | --code: unknown code INVALID_KEE; did"
            + " you mean INVALID_KEY?",
        "dead-letters list --families history --family inbox | --family: the pipeline has no",
        "schemas check | schema.registry.url must be set (--schema-registry-url or",
        "up --http 127.0.0.1:99999 | http.listen must be host:port",
        "up --config /nowhere | cannot read settings: /nowhere: no such file"
      })
  void shouldNameTheErrorOfACommandLine(String line, String message) {
    assertThat(run(line.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(errors()).startsWith("tributary: " + message).hasLineCount(1);
  }
}
