package io.tributary.cli.data;

import io.tributary.cli.options.Candidates;
import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.OptionTypes;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import io.tributary.sink.table.TableReport;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(name = "tables", header = "Creates, checks and reads the DynamoDB tables.")
public final class TableCommands {

  @Command(
      header = "Creates missing DynamoDB tables, and prints their names.",
      footer = "tables create --dynamodb-endpoint http://127.0.0.1:8000")
  public int create(@Mixin OperatorOptions options) {
    List<String> created =
        withClient(options, client -> admin(options, client).create(tables(options)));
    created.forEach(name -> options.output().print(name, JsonFields.of("created", name).map()));
    return ExitCode.DONE;
  }

  @Command(
      header = "Compares the DynamoDB tables with their definitions.",
      description = "Exit code 3 if they differ.",
      footer = "tables check --table-prefix staging-")
  public int check(@Mixin OperatorOptions options) {
    Output output = options.output();
    TableReport report =
        withClient(options, client -> admin(options, client).check(tables(options)));
    output.drift(report.drift());
    for (String found : report.unverifiable()) {
      output.print("cannot tell: " + found, JsonFields.of("cannot_tell", found).map());
    }
    if (!report.drift().isEmpty()) {
      return ExitCode.FOUND;
    }
    output.print("no drift", JsonFields.of("no_drift", true).map());
    return ExitCode.DONE;
  }

  @Command(
      header = "Prints the items of a table as JSON lines.",
      footer = {"tables read devices", "tables read device_readings --key 24:6F:28:AE:52:7C"})
  public int read(
      @Mixin OperatorOptions options,
      @Parameters(
              paramLabel = "TABLE",
              completionCandidates = Candidates.Tables.class,
              description = "Its name, without prefix.")
          String name,
      @Option(
              names = "--key",
              paramLabel = "KEY",
              description = "Only items with this partition key.")
          Optional<String> key) {
    List<TableDefinition> tables = tables(options);
    TableDefinition table =
        tables.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    OperationException.invalid(
                        OptionTypes.unknown(
                            "table", name, tables.stream().map(TableDefinition::name).toList())));
    return withClient(
        options,
        client -> {
          AtomicLong items = new AtomicLong();
          String full = SinkSettings.tablePrefix(options.liveTables()) + name;
          String partition = table.key().partition().name();
          new TableReader(client)
              .read(
                  full,
                  partition,
                  key,
                  item -> {
                    items.incrementAndGet();
                    options.context().out().println(item);
                  });
          if (items.get() == 0) {
            options
                .context()
                .err()
                .println(
                    "no item in "
                        + full
                        + key.map(value -> " has " + partition + " = " + value).orElse(""));
          }
          return ExitCode.DONE;
        });
  }

  private static List<TableDefinition> tables(OperatorOptions options) {
    return SinkPipeline.tables(options.settings().get(KafkaSettings.FAMILIES));
  }

  private static TableAdmin admin(OperatorOptions options, DynamoDbClient client) {
    return new TableAdmin(client, SinkSettings.tablePrefix(options.liveTables()));
  }

  private static <T> T withClient(OperatorOptions options, Function<DynamoDbClient, T> work) {
    Settings settings = options.liveTables();
    try (DynamoDbClient client = DynamoConnection.open(settings, options.context().runtime())) {
      return work.apply(client);
    }
  }
}
