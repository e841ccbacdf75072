package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.SchemaFiles;
import io.tributary.registry.IncompatibleSchemaException;
import io.tributary.registry.RegistryAddress;
import io.tributary.registry.SchemaIds;
import io.tributary.registry.SchemaRegistration;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;

/** {@code schemas}: what a schema registry has of the catalogue. */
record SchemaCommands(Operators operators) {

  private static final String TO = "--to";
  private static final Duration BROKERS = Duration.ofSeconds(5);

  List<Command> all() {
    return List.of(
        command(
            "schemas register",
            "Registers the schemas of all releases in the schema registry, under the rule "
                + SchemaRegistration.RULE
                + "; may be repeated.",
            "schemas register --schema-registry-url http://127.0.0.1:8081",
            this::register),
        command(
            "schemas check",
            "Compares the schema registry with the catalogue and with the ids in"
                + " use. Without brokers, with the catalogue alone. Exit code 3 if they"
                + " differ.",
            "schemas check --schema-registry-url http://127.0.0.1:8081",
            this::check),
        command(
            "schemas list",
            "Lists the catalogue's subjects with the versions and ids that the schema registry has.",
            "schemas list --schema-registry-url http://127.0.0.1:8081 --output json",
            this::list),
        new Command(
            "schemas save",
            "Writes the schemas of all releases as files, named by the eight bytes"
                + " after C3 01 in a record's value, in hexadecimal. Works offline.",
            List.of("schemas save --to schemas"),
            List.of(),
            Map.of(),
            List.of(
                new Argument.Option(TO, "DIR", "Folder to write to; made if missing."),
                Operators.FORM),
            this::save));
  }

  private ExitCode save(Invocation invocation) throws IOException {
    Output output = operators.output(invocation);
    Path folder =
        Path.of(
            invocation
                .find(TO)
                .orElseThrow(() -> CommandException.usage(TO + " DIR must be given")));
    SchemaFiles.write(folder)
        .forEach(
            (file, name) ->
                output.print(
                    file + ' ' + name, JsonFields.of("file", file).and("schema", name).map()));
    return ExitCode.DONE;
  }

  /** Schemas are the same for all generations, so that no broker has to say which is live. */
  private Command command(String name, String summary, String example, Command.Action action) {
    return operators.command(
        name, summary, List.of(example), List.of(), UnaryOperator.identity(), action);
  }

  private ExitCode register(Invocation invocation) {
    Output output = operators.output(invocation);
    int added = in(invocation.settings(), SchemaRegistration::register);
    output.print("registered " + added + " schemas", JsonFields.of("registered", added).map());
    return ExitCode.DONE;
  }

  private ExitCode check(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    Optional<Map<String, String>> carried = carried(invocation.settings());
    List<String> drift =
        in(
            invocation.settings(),
            schemas ->
                Stream.concat(
                        schemas.drift().stream(),
                        carried.stream().flatMap(known -> idDrift(schemas.ids(), known)))
                    .toList());
    drift.forEach(found -> output.print("drift: " + found, JsonFields.of("drift", found).map()));
    if (!drift.isEmpty()) {
      return ExitCode.FOUND;
    }
    output.print(
        carried.isPresent() ? "no drift" : "no drift; ids that records carry were not compared",
        JsonFields.of("no_drift", true).and("ids_compared", carried.isPresent()).map());
    return ExitCode.DONE;
  }

  private static Stream<String> idDrift(SchemaIds ids, Map<String, String> known) {
    return Stream.concat(ids.differences(known).stream(), ids.lacking(known).stream());
  }

  /** The ids that the pipeline's records carry; only who has named no brokers can do without. */
  private Optional<Map<String, String>> carried(Settings settings) throws InterruptedException {
    try (Cluster cluster = Cluster.connect(settings, BROKERS);
        PipelineFormat format = PipelineFormat.of(cluster.clients())) {
      return Optional.of(format.ids());
    } catch (OperationException | KafkaException e) {
      if (settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
        throw e;
      }
      operators.err().println("not compared with the ids that records carry: " + e.getMessage());
      return Optional.empty();
    }
  }

  private ExitCode list(Invocation invocation) {
    Output output = operators.output(invocation);
    output.print(
        List.of("SUBJECT", "RULE", "VERSIONS"),
        in(invocation.settings(), SchemaRegistration::status).stream()
            .map(SchemaCommands::row)
            .toList());
    return ExitCode.DONE;
  }

  private static Output.Row row(SchemaRegistration.SubjectStatus subject) {
    String versions =
        subject.versions().stream()
            .map(version -> version.version() + " (id " + version.id() + ')')
            .collect(Collectors.joining(", "));
    return new Output.Row(
        List.of(subject.subject(), subject.rule().orElse("-"), versions.isEmpty() ? "-" : versions),
        JsonFields.of("subject", subject.subject())
            .and("rule", subject.rule().orElse(null))
            .and(
                "versions",
                subject.versions().stream()
                    .map(
                        version ->
                            JsonFields.of("version", version.version())
                                .and("id", version.id())
                                .map())
                    .toList())
            .map());
  }

  private static <T> T in(Settings settings, Function<SchemaRegistration, T> work) {
    RegistryAddress address =
        KafkaSettings.registry(settings)
            .orElseThrow(
                () ->
                    CommandException.usage(
                        KafkaSettings.SCHEMA_REGISTRY_URL.key()
                            + " must be set (--schema-registry-url or "
                            + KafkaSettings.SCHEMA_REGISTRY_URL.variable()
                            + ')'));
    String prefix = settings.get(KafkaSettings.TOPIC_PREFIX);
    try {
      return work.apply(new SchemaRegistration(address, prefix));
    } catch (SchemaUnavailableException | IncompatibleSchemaException e) {
      throw CommandException.failed(String.valueOf(e.getMessage()));
    }
  }
}
