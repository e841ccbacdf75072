package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.generation.GenerationLog;
import io.tributary.operations.tables.TableAdmin;
import io.tributary.operations.tables.TableReader;
import io.tributary.operations.tables.TableReport;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code tables}: the DynamoDB tables as they are defined, and as they are. */
record TableCommands(Operators operators) {

  private static final Logger log = LoggerFactory.getLogger(TableCommands.class);

  private static final String TABLE = "TABLE";
  private static final String KEY = "--key";

  List<Command> all() {
    return List.of(
        operators.command(
            "tables create",
            "Creates missing DynamoDB tables, and prints their names.",
            List.of("tables create --dynamodb-endpoint http://127.0.0.1:8000"),
            List.of(),
            TableCommands::resolved,
            this::create),
        operators.command(
            "tables check",
            "Compares the DynamoDB tables with their definitions; exit code 3 if they differ.",
            List.of("tables check --table-prefix staging-"),
            List.of(),
            TableCommands::resolved,
            this::check),
        operators.command(
            "tables read",
            "Prints the items of a table as JSON lines.",
            List.of("tables read devices", "tables read device_readings --key 24:6F:28:AE:52:7C"),
            List.of(
                new Argument.Position(TABLE, "Its name, without prefix."),
                new Argument.Option(KEY, "KEY", "Only items with this partition key.")),
            TableCommands::resolved,
            this::read));
  }

  /**
   * Tables come first where a pipeline is set up: as long as nobody has named a broker, none has to
   * be there. One that has a name knows which tables are meant.
   */
  private static Settings resolved(Settings settings) {
    return GenerationLog.find(settings).orElseGet(() -> unanswered(settings));
  }

  private static Settings unanswered(Settings settings) {
    String servers = settings.get(KafkaSettings.BOOTSTRAP_SERVERS);
    if (settings.isGiven(KafkaSettings.BOOTSTRAP_SERVERS)) {
      throw CommandException.failed(
          "no Kafka broker answers at "
              + servers
              + " and says which generation is live; --generation names the one whose tables are"
              + " meant");
    }
    log.warn(
        "no Kafka broker is named, and none answers at {}: takes the tables of generation 1",
        servers);
    return GenerationLog.first(settings);
  }

  private ExitCode create(Invocation invocation) {
    Output output = operators.output(invocation);
    withTables(invocation.settings(), TableAdmin::create)
        .forEach(name -> output.print(name, JsonFields.of("created", name).map()));
    return ExitCode.DONE;
  }

  private ExitCode check(Invocation invocation) {
    Output output = operators.output(invocation);
    TableReport report = withTables(invocation.settings(), TableAdmin::check);
    report
        .drift()
        .forEach(found -> output.print("drift: " + found, JsonFields.of("drift", found).map()));
    report
        .unverifiable()
        .forEach(
            found ->
                output.print("cannot tell: " + found, JsonFields.of("cannot_tell", found).map()));
    if (!report.drift().isEmpty()) {
      return ExitCode.FOUND;
    }
    output.print("no drift", JsonFields.of("no_drift", true).map());
    return ExitCode.DONE;
  }

  private ExitCode read(Invocation invocation) {
    // items are JSON lines either way
    operators.output(invocation);
    Settings settings = invocation.settings();
    TableDefinition table = table(settings, invocation.find(TABLE).orElse(""));
    return withClient(
        settings,
        client -> {
          new TableReader(client)
              .read(
                  SinkSettings.tablePrefix(settings) + table.name(),
                  table.key().partition().name(),
                  invocation.find(KEY),
                  item -> operators.out().println(item));
          return ExitCode.DONE;
        });
  }

  private static TableDefinition table(Settings settings, String name) {
    List<TableDefinition> tables = SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES));
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                CommandException.usage(
                    "no table is called "
                        + name
                        + "; there are "
                        + String.join(", ", tables.stream().map(TableDefinition::name).toList())));
  }

  private <T> T withTables(
      Settings settings, BiFunction<TableAdmin, List<TableDefinition>, T> work) {
    List<TableDefinition> tables = SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES));
    return withClient(
        settings,
        client -> work.apply(new TableAdmin(client, SinkSettings.tablePrefix(settings)), tables));
  }

  private <T> T withClient(Settings settings, Function<DynamoDbClient, T> work) {
    try (DynamoDbClient client = DynamoConnection.open(settings, operators.ambient())) {
      return work.apply(client);
    } catch (SdkException e) {
      throw CommandException.failed(
          "DynamoDB at " + Operators.dynamo(settings) + ": " + e.getMessage());
    }
  }
}
