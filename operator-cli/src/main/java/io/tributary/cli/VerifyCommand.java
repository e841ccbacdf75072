package io.tributary.cli;

import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.verify.ComparedTables;
import io.tributary.operations.verify.Verification;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.DynamoTables;
import io.tributary.sink.table.TableDefinition;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.errors.InterruptException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** {@code verify}: whether tables hold what they should. */
record VerifyCommand(Operators operators) {

  private static final String TABLES = "--tables";
  private static final String AGAINST = "--against";
  private static final String IGNORE_REV = "--ignore-rev";
  private static final String REPAIR = "--repair";
  private static final String DRY_RUN = "--dry-run";

  List<Command> all() {
    return List.of(
        operators.command(
            "verify",
            "Compares tables with the state that topics imply, or with other tables:"
                + " missing, different and extra items. Exit code 3 if there are any. May"
                + " run beside traffic.",
            List.of(
                "verify --dynamodb-endpoint http://127.0.0.1:8000",
                "verify --tables inbox --repair --dry-run",
                "verify --families history --against rebuilt- --ignore-rev --output json"),
            List.of(
                new Argument.Option(
                    TABLES,
                    "NAMES",
                    "Tables without prefix, separated by commas, with those that are written"
                        + " together with them. Default: all of --families."),
                new Argument.Option(
                    AGAINST, "PREFIX", "Compares with the tables of that prefix, not with topics."),
                new Argument.Switch(IGNORE_REV, "Leaves rev out; only with " + AGAINST + '.'),
                new Argument.Switch(
                    REPAIR,
                    "Writes the expected item if the table still holds the compared one, and"
                        + " compares again."),
                new Argument.Switch(
                    DRY_RUN, "Prints the repairs of " + REPAIR + " without writing them.")),
            this::verify));
  }

  private record Request(
      Set<Family> families,
      List<TableDefinition> tables,
      Optional<String> against,
      boolean revisions,
      boolean repair,
      boolean dryRun) {}

  private ExitCode verify(Invocation invocation) throws IOException, InterruptedException {
    Request request = request(invocation);
    Settings settings = invocation.settings();
    String prefix = SinkSettings.tablePrefix(settings);
    require(
        request.against().filter(prefix::equals).isEmpty(),
        AGAINST + " must be another prefix than that of the tables");
    try (DynamoDbClient client = DynamoConnection.openPatient(settings, operators.ambient())) {
      ComparedTables subject = subject(request, client, prefix);
      if (request.against().isPresent()) {
        ComparedTables other = subject(request, client, request.against().get());
        try (Verification verification =
            Verification.withTables(subject, other, operators::progress)) {
          return run(request, verification, invocation);
        }
      }
      try (Cluster cluster = operators.connect(invocation);
          Verification verification =
              Verification.withTopics(subject, cluster, request.families(), operators::progress)) {
        return run(request, verification, invocation);
      }
    } catch (InterruptException | AbortedException e) {
      throw interrupted(e);
    } catch (SdkException e) {
      throw CommandException.failed(
          "DynamoDB at " + Operators.dynamo(settings) + ": " + e.getMessage());
    }
  }

  private ExitCode run(Request request, Verification verification, Invocation invocation)
      throws InterruptedException {
    VerificationText report = new VerificationText(operators.output(invocation), verification);
    Optional<String> unreadable = compare(request, verification);
    report.findings(
        request.repair() ? Optional.of(request.dryRun() ? "would " : "") : Optional.empty());
    if (request.repair() && !request.dryRun()) {
      verification.repair();
      report.remaining();
    }
    report.tables();
    unreadable.ifPresent(records -> operators.err().println("in doubt: " + records));
    return verification.isRight() && unreadable.isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
  }

  /** Returns which records cannot be read; whoever is to repair fails of them. */
  private static Optional<String> compare(Request request, Verification verification)
      throws InterruptedException {
    if (request.repair()) {
      verification.requireRepairable();
    }
    verification.compare();
    Optional<String> unreadable = verification.unreadable();
    if (request.repair() && unreadable.isPresent()) {
      throw CommandException.failed("not repaired: " + unreadable.get());
    }
    return unreadable;
  }

  private ComparedTables subject(Request request, DynamoDbClient client, String prefix) {
    List<String> unusable =
        new DynamoTables(client, prefix, List.copyOf(request.tables())).unusable();
    if (!unusable.isEmpty()) {
      throw CommandException.failed(String.join("; ", unusable) + " (" + DynamoTables.REMEDY + ')');
    }
    return new ComparedTables(
        client, prefix, request.tables(), request.revisions(), operators.ambient().clock());
  }

  private Request request(Invocation invocation) {
    operators.output(invocation);
    Optional<String> against = invocation.find(AGAINST);
    require(against.isPresent() || !invocation.has(IGNORE_REV), IGNORE_REV + " needs " + AGAINST);
    require(
        against.isEmpty() || !invocation.has(REPAIR),
        REPAIR + " needs topics and excludes " + AGAINST);
    require(invocation.has(REPAIR) || !invocation.has(DRY_RUN), DRY_RUN + " needs " + REPAIR);
    Set<Family> families = invocation.given().get(KafkaSettings.FAMILIES);
    return new Request(
        families,
        tables(invocation, families),
        against,
        !invocation.has(IGNORE_REV),
        invocation.has(REPAIR),
        invocation.has(DRY_RUN));
  }

  private static void require(boolean rule, String message) {
    if (!rule) {
      throw CommandException.usage(message);
    }
  }

  /** Those that are named, and those whose items the same records write. */
  private static List<TableDefinition> tables(Invocation invocation, Set<Family> families) {
    List<TableDefinition> all = SinkPipeline.tables(families);
    Set<String> named =
        OptionValues.words(invocation, TABLES, all.stream().map(TableDefinition::name).toList());
    Set<String> chosen = SinkPipeline.withCompanions(families, named);
    return all.stream().filter(table -> named.isEmpty() || chosen.contains(table.name())).toList();
  }

  private static InterruptedException interrupted(RuntimeException e) {
    boolean unused = Thread.interrupted();
    return new InterruptedException(e.getMessage());
  }
}
