package io.tributary.cli.replay;

import static io.tributary.operations.OperationException.require;

import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.options.TablesOption;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.verify.ComparedTables;
import io.tributary.operations.verify.Verification;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.DynamoTables;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "verify",
    header = "Compares tables with the state that topics imply, or with other tables.",
    description =
        "Prints missing, different and extra items; exit code 3 if there are any. May run beside"
            + " traffic.",
    footer = {
      "verify --dynamodb-endpoint http://127.0.0.1:8000",
      "verify --tables inbox --repair --delete-extra",
      "verify --families history --against rebuilt- --ignore-rev --output json"
    })
public final class VerifyCommand implements Callable<Integer> {

  @Mixin private final OperatorOptions options;
  @Mixin private TablesOption tables = new TablesOption();

  @Option(
      names = "--against",
      paramLabel = "PREFIX",
      description = "Compares with the tables of that prefix, not with topics.")
  private Optional<String> against = Optional.empty();

  @Option(names = "--ignore-rev", description = "Leaves rev out; only with --against.")
  private boolean ignoreRevisions;

  @Option(
      names = "--repair",
      description =
          "Writes missing and different items if the table still holds the compared ones, and"
              + " compares again.")
  private boolean repair;

  @Option(
      names = "--delete-extra",
      description = "Also deletes extra items; at most a tenth of a table without --yes.")
  private boolean deletes;

  @Option(names = "--yes", description = "Deletes any number.")
  private boolean yes;

  public VerifyCommand(CommandContext context) {
    this.options = new OperatorOptions(context);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    require(against.isPresent() || !ignoreRevisions, "--ignore-rev needs --against");
    require(against.isEmpty() || !repair, "--repair needs topics and excludes --against");
    require(repair || !deletes, "--delete-extra needs --repair");
    require(deletes || !yes, "--yes needs --delete-extra");
    RuntimeContext runtime = options.context().runtime();
    Set<Family> families = options.settings().get(KafkaSettings.FAMILIES);
    List<TableDefinition> compared = tables.definitions(families);
    Settings settings = options.live();
    String prefix = SinkSettings.tablePrefix(settings);
    require(
        against.filter(prefix::equals).isEmpty(),
        "--against must be another prefix than that of the tables");
    List<String> prefixes = against.map(other -> List.of(prefix, other)).orElse(List.of(prefix));
    try (DynamoDbClient client = DynamoConnection.openPatient(settings, runtime)) {
      requireAnswer(prefix + compared.get(0).name(), settings);
      prefixes.forEach(each -> requireUsable(compared, each, client));
      ComparedTables subject = subject(compared, client, prefix);
      if (against.isPresent()) {
        ComparedTables other = subject(compared, client, against.get());
        try (Verification verification =
            Verification.withTables(subject, other, options.context()::progress)) {
          return run(verification);
        }
      }
      try (Cluster cluster = options.connect();
          Verification verification =
              Verification.withTopics(subject, cluster, families, options.context()::progress)) {
        return run(verification);
      }
    }
  }

  private int run(Verification verification) throws InterruptedException {
    VerificationText report = new VerificationText(options.output(), verification);
    if (repair) {
      verification.requireRepairable();
    }
    verification.compare();
    Optional<String> unreadable = verification.unreadable();
    if (repair && unreadable.isPresent()) {
      throw OperationException.failed("not repaired: " + unreadable.get());
    }
    if (repair) {
      repair(verification, report);
    } else {
      report.findings();
    }
    report.tables();
    unreadable.ifPresent(records -> options.context().err().println("in doubt: " + records));
    return verification.isRight() && unreadable.isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
  }

  private void repair(Verification verification, VerificationText report)
      throws InterruptedException {
    if (deletes && !yes && !report.manyExtra().isEmpty()) {
      throw OperationException.failed(
          "not repaired: %s would be deleted, more than a tenth of the table; if that is right, add --yes"
              .formatted(String.join(", ", report.manyExtra())));
    }
    report.findings(deletes);
    String consequence = deletes ? " are deleted" : " are extra; `--delete-extra` deletes them";
    report.extra().forEach(share -> options.context().err().println(share + consequence));
    verification.repair(deletes);
    report.remaining(deletes);
  }

  private ComparedTables subject(
      List<TableDefinition> compared, DynamoDbClient client, String prefix) {
    return new ComparedTables(
        client, prefix, compared, !ignoreRevisions, options.context().runtime().clock());
  }

  /** Fails at once where nothing answers; a slow endpoint gets the patience of the comparison. */
  private void requireAnswer(String table, Settings settings) {
    try (DynamoDbClient client = DynamoConnection.open(settings, options.context().runtime())) {
      client.describeTable(request -> request.tableName(table));
    } catch (SdkServiceException | ApiCallTimeoutException | ApiCallAttemptTimeoutException e) {
      // it answers, or is slow
    }
  }

  private static void requireUsable(
      List<TableDefinition> compared, String prefix, DynamoDbClient client) {
    List<String> unusable = new DynamoTables(client, prefix, compared).unusable();
    if (!unusable.isEmpty()) {
      throw OperationException.failed(
          String.join("; ", unusable) + " (" + DynamoTables.REMEDY + ')');
    }
  }
}
