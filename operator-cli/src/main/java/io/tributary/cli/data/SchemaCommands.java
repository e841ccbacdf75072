package io.tributary.cli.data;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OutputOption;
import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.SchemaFiles;
import io.tributary.registry.IncompatibleSchemaException;
import io.tributary.registry.RegistryAddress;
import io.tributary.registry.SchemaIds;
import io.tributary.registry.SchemaRegistration;
import io.tributary.registry.SchemaRegistration.SubjectStatus;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "schemas",
    header = "Registers the catalogue's schemas in a schema registry, and compares both.")
public final class SchemaCommands {

  private static final Duration BROKERS = Duration.ofSeconds(5);

  @Command(
      header = "Registers the schemas of all releases in the schema registry.",
      description = "The subjects' rule is " + SchemaRegistration.RULE + ". May be repeated.",
      footer = "schemas register --schema-registry-url http://127.0.0.1:8081")
  public int register(@Mixin OperatorOptions options) {
    int added = in(address(options.settings()), options.settings(), SchemaRegistration::register);
    options
        .output()
        .print("registered " + added + " schemas", JsonFields.of("registered", added).map());
    return ExitCode.DONE;
  }

  @Command(
      header = "Compares the schema registry with the catalogue and with the ids in use.",
      description =
          "Prints each subject with its versions and ids. Without brokers, compares with the"
              + " catalogue alone. Exit code 3 if they differ.",
      footer = "schemas check --schema-registry-url http://127.0.0.1:8081")
  public int check(@Mixin OperatorOptions options) throws InterruptedException {
    Output output = options.output();
    RegistryAddress address = address(options.settings());
    Optional<Map<String, String>> carried = carried(options);
    List<String> drift =
        in(
            address,
            options.settings(),
            schemas -> {
              output.print(columns(), schemas.status());
              List<String> found = new ArrayList<>(schemas.drift());
              SchemaIds ids = schemas.ids();
              carried.ifPresent(
                  known -> {
                    found.addAll(ids.differences(known));
                    found.addAll(ids.lacking(known));
                  });
              return found;
            });
    output.drift(drift);
    if (!drift.isEmpty()) {
      return ExitCode.FOUND;
    }
    output.print(
        carried.isPresent() ? "no drift" : "no drift; ids that records carry were not compared",
        JsonFields.of("no_drift", true).and("ids_compared", carried.isPresent()).map());
    return ExitCode.DONE;
  }

  @Command(
      header = "Writes the schemas of all releases as files.",
      description =
          "A name is the eight bytes after C3 01 in a record's value, in hexadecimal. Works"
              + " offline.",
      footer = "schemas save --to schemas")
  public int save(
      @Mixin OutputOption output,
      @Option(
              names = "--to",
              paramLabel = "DIR",
              required = true,
              description = "Folder to write to; made if missing.")
          Path folder)
      throws IOException {
    SchemaFiles.write(folder)
        .forEach(
            (file, name) ->
                output
                    .get()
                    .print(
                        file + ' ' + name, JsonFields.of("file", file).and("schema", name).map()));
    return ExitCode.DONE;
  }

  /** The ids that the pipeline's records carry, if brokers answer or are named. */
  private static Optional<Map<String, String>> carried(OperatorOptions options)
      throws InterruptedException {
    // schemas are the same for all generations
    Settings settings = options.settings();
    try (Cluster cluster = Cluster.connect(settings, BROKERS);
        PipelineFormat format = PipelineFormat.of(cluster.clients())) {
      return Optional.of(format.ids());
    } catch (OperationException | KafkaException e) {
      if (settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
        throw e;
      }
      options
          .context()
          .err()
          .println("not compared with the ids that records carry: " + e.getMessage());
      return Optional.empty();
    }
  }

  private static RegistryAddress address(Settings settings) {
    return KafkaSettings.registry(settings)
        .orElseThrow(
            () ->
                OperationException.invalid(
                    KafkaSettings.SCHEMA_REGISTRY_URL.key()
                        + " must be set (--schema-registry-url or "
                        + KafkaSettings.SCHEMA_REGISTRY_URL.variable()
                        + ')'));
  }

  private static <T> T in(
      RegistryAddress address, Settings settings, Function<SchemaRegistration, T> work) {
    try {
      return work.apply(new SchemaRegistration(address, settings.get(KafkaSettings.TOPIC_PREFIX)));
    } catch (SchemaUnavailableException | IncompatibleSchemaException e) {
      throw OperationException.failed(String.valueOf(e.getMessage()));
    }
  }

  /** Made when they are printed: each lambda takes time. */
  private static List<Column<SubjectStatus>> columns() {
    return List.of(
        Column.of("subject", SubjectStatus::subject),
        Column.of("rule", subject -> subject.rule().orElse(null)),
        Column.of(
            "versions",
            subject ->
                subject.versions().stream()
                    .map(
                        each -> JsonFields.of("version", each.version()).and("id", each.id()).map())
                    .toList(),
            subject ->
                subject.versions().stream()
                    .map(each -> each.version() + " (id " + each.id() + ')')
                    .collect(Collectors.joining(", "))));
  }
}
