package io.tributary.cli;

import io.tributary.cli.drain.DrainCheck;
import io.tributary.cli.drain.Lag;
import io.tributary.cli.drain.RelayBacklog;
import io.tributary.cli.kafka.Cluster;
import io.tributary.cli.process.CommandException;
import io.tributary.cli.process.ExitCode;
import io.tributary.cli.process.LogLevel;
import io.tributary.cli.process.Termination;
import io.tributary.cli.settings.KnownSettings;
import io.tributary.cli.topics.ReadRequest;
import io.tributary.cli.topics.RecordJson;
import io.tributary.cli.topics.TopicReader;
import io.tributary.cli.topics.TopicTable;
import io.tributary.gateway.IngestPipeline;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.config.Spelling;
import io.tributary.runtime.kafka.KafkaSettings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.TableAdmin;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableReport;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.errors.InterruptException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The commands by which operators look into a running pipeline, and set up what it needs. */
final class OperatorCommands {

  private static final String TIMEOUT = "--timeout";
  private static final String TOPIC = "TOPIC";
  private static final String FROM_BEGINNING = "--from-beginning";
  private static final String FOLLOW = "--follow";
  private static final String KEY = "--key";
  private static final String DEFAULT_TIMEOUT_SECONDS = "60";

  private final Ambient ambient;
  private final PrintStream out;
  private final Termination termination;

  OperatorCommands(Ambient ambient, PrintStream out, Termination termination) {
    this.ambient = ambient;
    this.out = out;
    this.termination = termination;
  }

  List<Command> all() {
    return Stream.of(List.of(drained()), topics(), tables(), List.of(version()))
        .flatMap(List::stream)
        .toList();
  }

  private Command drained() {
    return command(
        "drained",
        "Waits until everything accepted has passed every stage, nothing waits for another event"
            + " and no removal in a table's stream waits for the relay; else exit code 3, and how"
            + " much is left where.",
        List.of(
            "drained --dynamodb-endpoint http://127.0.0.1:8000",
            "drained --timeout 0 --bootstrap-servers 127.0.0.1:9092 --dynamodb-endpoint"
                + " http://127.0.0.1:8000"),
        List.of(
            new Argument.Option(
                TIMEOUT, "SECONDS", "How long to wait. Default: 60. 0 looks once.")),
        this::awaitDrained);
  }

  private List<Command> topics() {
    return List.of(
        command(
            "topics create",
            "Makes the topics of the catalogue that are missing, and prints their names.",
            List.of("topics create --topic-replication-factor 3"),
            List.of(),
            this::createTopics),
        command(
            "topics list",
            "Prints the topics of the catalogue, and what the cluster has otherwise.",
            List.of("topics list"),
            List.of(),
            this::listTopics),
        command(
            "topics read",
            "Prints committed records of a topic as JSON lines: the latest "
                + TopicReader.LATEST
                + " offsets of each partition, where markers of transactions count too, or as the"
                + " options say.",
            List.of(
                "topics read devices.readings --from-beginning",
                "topics read devices.batches --key 02:00:5E:00:53:01 --from-beginning",
                "topics read devices.dead-letters --follow"),
            List.of(
                new Argument.Position(TOPIC, "Name in the catalogue, without prefix."),
                new Argument.Switch(FROM_BEGINNING, "Starts with the oldest record."),
                new Argument.Option(KEY, "KEY", "Only records with this key."),
                new Argument.Switch(
                    FOLLOW, "Goes on with new records; alone, prints nothing but those.")),
            this::readTopic));
  }

  private List<Command> tables() {
    return List.of(
        command(
            "tables create",
            "Makes the DynamoDB tables that are missing, and prints their names.",
            List.of("tables create --dynamodb-endpoint http://127.0.0.1:8000"),
            List.of(),
            this::createTables),
        command(
            "tables check",
            "Compares the DynamoDB tables with their definitions; exit code 3 if they differ.",
            List.of("tables check --table-prefix staging-"),
            List.of(),
            this::checkTables));
  }

  private Command version() {
    return new Command(
        "version",
        "Prints release and commit.",
        List.of("version"),
        List.of(),
        Map.of(),
        List.of(),
        this::printVersion);
  }

  private static Command command(
      String name,
      String summary,
      List<String> examples,
      List<Argument> arguments,
      Command.Action action) {
    return new Command(
        name, summary, examples, KnownSettings.connection(), Map.of(), arguments, action);
  }

  private ExitCode awaitDrained(Invocation invocation) throws InterruptedException {
    Duration timeout = seconds(invocation.find(TIMEOUT).orElse(DEFAULT_TIMEOUT_SECONDS));
    Deadline deadline = Deadline.after(timeout, ambient.ticker());
    try (Cluster cluster = connect(invocation);
        RelayBacklog relay = RelayBacklog.of(invocation.settings(), ambient);
        DrainCheck check = DrainCheck.of(cluster, relay)) {
      List<Lag> lags = check.await(deadline);
      if (lags.isEmpty()) {
        out.println("drained");
        return ExitCode.DONE;
      }
      lags.forEach(lag -> out.println("lag " + lag));
      return ExitCode.FOUND;
    }
  }

  private ExitCode createTopics(Invocation invocation) throws InterruptedException {
    try (Cluster cluster = connect(invocation)) {
      cluster.topics().create(IngestPipeline.topics(invocation.settings())).forEach(out::println);
      return ExitCode.DONE;
    }
  }

  private ExitCode listTopics(Invocation invocation) throws InterruptedException {
    try (Cluster cluster = connect(invocation)) {
      new TopicTable(cluster).lines().forEach(out::println);
      cluster
          .topics()
          .drift(IngestPipeline.topics(invocation.settings()))
          .forEach(finding -> out.println("drift: " + finding));
      return ExitCode.DONE;
    }
  }

  private ExitCode readTopic(Invocation invocation) throws InterruptedException {
    Topic<?, ?> topic = topic(invocation.find(TOPIC).orElse(""));
    boolean follow = invocation.has(FOLLOW);
    ReadRequest.Start start =
        invocation.has(FROM_BEGINNING)
            ? ReadRequest.Start.BEGINNING
            : follow ? ReadRequest.Start.NOW : ReadRequest.Start.LATELY;
    try (Cluster cluster = connect(invocation);
        Consumer<byte[], byte[]> consumer =
            cluster.clients().consumer("tributary-cli-read", Map.of())) {
      RecordJson json = new RecordJson(SingleObjectFraming.ofReleases());
      String name = cluster.clients().topics().of(topic);
      new TopicReader(consumer, json, out)
          .read(new ReadRequest(name, start, invocation.find(KEY), follow));
      return ExitCode.DONE;
    } catch (InterruptException e) {
      if (termination.isRequested()) {
        return ExitCode.DONE;
      }
      throw e;
    }
  }

  private ExitCode createTables(Invocation invocation) {
    withTables(invocation.settings(), TableAdmin::create).forEach(out::println);
    return ExitCode.DONE;
  }

  private ExitCode checkTables(Invocation invocation) {
    TableReport report = withTables(invocation.settings(), TableAdmin::check);
    report.drift().forEach(finding -> out.println("drift: " + finding));
    report.unverifiable().forEach(finding -> out.println("cannot tell: " + finding));
    if (report.drift().isEmpty()) {
      out.println("no drift");
      return ExitCode.DONE;
    }
    return ExitCode.FOUND;
  }

  private ExitCode printVersion(Invocation invocation) {
    out.println(VersionText.current());
    return ExitCode.DONE;
  }

  /** Works on the tables of the pipeline's families. */
  private <T> T withTables(
      Settings settings, BiFunction<TableAdmin, List<TableDefinition>, T> work) {
    List<TableDefinition> tables = SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES));
    try (DynamoDbClient client = DynamoConnection.open(settings, ambient)) {
      return work.apply(new TableAdmin(client, settings.get(SinkSettings.TABLE_PREFIX)), tables);
    } catch (SdkException e) {
      String where =
          settings
              .find(SinkSettings.DYNAMODB_ENDPOINT)
              .orElse("AWS, " + settings.get(SinkSettings.DYNAMODB_REGION));
      throw CommandException.failed("DynamoDB at " + where + ": " + e.getMessage());
    }
  }

  private static Cluster connect(Invocation invocation) throws InterruptedException {
    if (!invocation.has(CommandTree.VERBOSE)) {
      LogLevel.quietKafka();
    }
    return Cluster.connect(invocation.settings());
  }

  private static Topic<?, ?> topic(String name) {
    return Topics.named(name)
        .orElseThrow(
            () ->
                CommandException.usage(
                    "unknown topic "
                        + name
                        + Spelling.nearest(name, Topics.all().stream().map(Topic::name).toList())
                            .map(near -> "; did you mean " + near + "?")
                            .orElse("")));
  }

  private static Duration seconds(String text) {
    if (!text.matches("\\d{1,6}")) {
      throw CommandException.usage(TIMEOUT + " must be a number of seconds, such as 60");
    }
    return Duration.ofSeconds(Long.parseLong(text));
  }
}
