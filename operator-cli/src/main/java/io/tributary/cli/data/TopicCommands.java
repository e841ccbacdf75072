package io.tributary.cli.data;

import static io.tributary.operations.OperationException.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tributary.cli.options.Candidates;
import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.output.Column;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.gateway.GatewayFamilies;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.Program;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.OpenTransaction;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.topics.ClusterTopic;
import io.tributary.operations.topics.LostTopics;
import io.tributary.operations.topics.RecordJson;
import io.tributary.operations.topics.TopicCreation;
import io.tributary.operations.topics.TopicLoss;
import io.tributary.operations.topics.TopicRecreation;
import io.tributary.operations.topics.WaitTombstone;
import io.tributary.registry.RegistryFormat;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.runtime.kafka.generation.GenerationLog;
import io.tributary.runtime.kafka.generation.LostGenerationsException;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(name = "topics", header = "Creates, lists and reads the topics of the catalogue.")
public final class TopicCommands {

  /** Offsets of each partition that count as the latest. */
  private static final int LATEST = 10;

  @Command(
      header = "Creates missing topics of the catalogue, and prints their names.",
      footer = "topics create --topic-replication-factor 3")
  public int create(@Mixin OperatorOptions options) throws InterruptedException {
    Settings settings = liveOrFirst(options);
    try (Cluster cluster = Cluster.connect(settings)) {
      TopicCreation creation = TopicCreation.run(cluster, settings, options.context().runtime());
      creation
          .created()
          .forEach(name -> options.output().print(name, JsonFields.of("created", name).map()));
      creation.warnings().stream().map(Program::named).forEach(options.context().err()::println);
      return ExitCode.DONE;
    }
  }

  /** Also without the log of generations, which is among the topics. */
  private static Settings liveOrFirst(OperatorOptions options) {
    try {
      return options.liveTopics();
    } catch (LostGenerationsException e) {
      return GenerationLog.first(options.settings());
    }
  }

  @Command(
      header = "Goes on after a topic was made anew or cut, without its records.",
      description = "Prints the loss. `status` and `topics create` name such topics.",
      footer = {"topics accept devices.batches", "topics accept tributary.generations --live 2"})
  public int accept(
      @Mixin OperatorOptions options,
      @Parameters(
              paramLabel = "TOPIC",
              arity = "0..*",
              completionCandidates = Candidates.TopicNames.class,
              description = "Names in the catalogue, without prefix.")
          @Nullable List<Topic<?, ?>> topics,
      @Option(
              names = "--live",
              paramLabel = "N",
              defaultValue = "0",
              description = "With tributary.generations: the generation that is live.")
          int live,
      @Option(
              names = "--states",
              description = "Lost changelogs: the processors go on with what is left of states.")
          boolean states)
      throws InterruptedException {
    require(states || topics != null, "name topics, or --states");
    Settings settings = liveOrFirst(options);
    try (Cluster cluster = Cluster.connect(settings);
        LostTopics lost = new LostTopics(cluster, settings, options.context().runtime())) {
      if (states) {
        lost.acceptStates()
            .forEach(
                loss ->
                    options
                        .output()
                        .print("accepted " + loss, JsonFields.of("accepted", loss).map()));
      }
      for (Topic<?, ?> topic : topics == null ? List.<Topic<?, ?>>of() : topics) {
        Optional<TopicLoss> loss = lost.accept(topic, live);
        String meaning = loss.map(TopicLoss::meaning).orElse("it has lost nothing");
        options
            .output()
            .print(
                (loss.isPresent() ? "accepted " : "nothing to accept ") + topic + ": " + meaning,
                JsonFields.of("topic", topic.name())
                    .and("accepted", loss.isPresent())
                    .and("meaning", meaning)
                    .map());
      }
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Fills a topic of records that was deleted and made anew.",
      description =
          "Takes the records from the changelog of the processors, which must be stopped.",
      footer = "topics restore devices.api-keys")
  public int restore(
      @Mixin OperatorOptions options,
      @Parameters(
              paramLabel = "TOPIC",
              completionCandidates = Candidates.TopicNames.class,
              description = "Name in the catalogue, without prefix.")
          Topic<?, ?> topic)
      throws InterruptedException {
    Settings settings = options.liveTopics();
    try (Cluster cluster = Cluster.connect(settings);
        LostTopics lost = new LostTopics(cluster, settings, options.context().runtime())) {
      Optional<Long> records = lost.restore(topic, options.context()::progress);
      options
          .output()
          .print(
              records
                  .map(count -> "restored " + topic + ": " + count + " records")
                  .orElse("nothing to restore: " + topic + " has lost nothing"),
              JsonFields.of("topic", topic.name())
                  .and("restored", records.isPresent())
                  .and("records", records.orElse(0L))
                  .map());
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Makes a topic anew whose partitions were raised, with all of its records.",
      description =
          "Processors and sinks must be stopped; gateways answer 503 meanwhile. Other groups lose"
              + " their offsets in it. Repeat it if it was interrupted.",
      footer = "topics recreate tenants.conversation-events")
  public int recreate(
      @Mixin OperatorOptions options,
      @Parameters(
              paramLabel = "TOPIC",
              completionCandidates = Candidates.TopicNames.class,
              description = "Name in the catalogue, without prefix.")
          Topic<?, ?> topic)
      throws InterruptedException {
    Settings settings = options.liveTopics();
    try (Cluster cluster = Cluster.connect(settings)) {
      CommandContext context = options.context();
      Optional<Long> records =
          TopicRecreation.run(cluster, settings, context.runtime(), topic, context::progress);
      options
          .output()
          .print(
              records
                  .map(count -> "recreated " + topic + ": " + count + " records")
                  .orElse("nothing to recreate: " + topic + " has its partitions"),
              JsonFields.of("topic", topic.name())
                  .and("recreated", records.isPresent())
                  .and("records", records.orElse(0L))
                  .map());
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Aborts open transactions of a producer, which hold back all readers of a topic.",
      description = "`status` names them. Fences the producer, if a coordinator knows it.",
      footer = "topics abort devices.batches --producer 4001")
  public int abort(
      @Mixin OperatorOptions options,
      @Parameters(paramLabel = "TOPIC", description = "Name in the cluster, with prefix.")
          String topic,
      @Option(
              names = "--producer",
              paramLabel = "ID",
              required = true,
              description = "Kafka's id of the producer.")
          long producer)
      throws InterruptedException {
    try (Cluster cluster = Cluster.connect(liveOrFirst(options))) {
      List<OpenTransaction> aborted = OpenTransaction.abort(cluster, topic, producer);
      if (aborted.isEmpty()) {
        throw OperationException.failed(
            "producer " + producer + " has no open transaction in " + topic);
      }
      aborted.forEach(
          each ->
              options
                  .output()
                  .print(
                      "aborted the transaction in %s from offset %d on"
                          .formatted(each.partition(), each.from()),
                      JsonFields.of("aborted", each.partition().toString())
                          .and("from", each.from())
                          .map()));
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Discards foreign records of a topic of waits, by tombstones.",
      description = "`drained` and `status` name them. Facts that wait end by themselves.",
      footer = "topics discard history.waits/0/12")
  public int discard(
      @Mixin OperatorOptions options,
      @Parameters(
              paramLabel = "TOPIC/PARTITION/OFFSET",
              arity = "1..*",
              description = "Places, with the topic's name in the cluster.")
          List<String> places)
      throws InterruptedException {
    try (Cluster cluster = options.connect()) {
      for (String place : places) {
        Optional<Origin> origin = Origin.parse(place);
        require(origin.isPresent(), place + " must be TOPIC/PARTITION/OFFSET");
        String reason = WaitTombstone.write(cluster.clients(), origin.orElseThrow());
        options
            .output()
            .print(
                "discarded " + place + ": " + reason,
                JsonFields.of("discarded", place).and("reason", reason).map());
      }
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Prints the topics of the catalogue and their differences in the cluster.",
      footer = {"topics list", "topics list --output json"})
  public int list(@Mixin OperatorOptions options) throws InterruptedException {
    Output output = options.output();
    try (Cluster cluster = Cluster.connect(options.liveTopics())) {
      output.print(columns(), ClusterTopic.all(cluster));
      output.drift(cluster.topics().drift(GatewayFamilies.topics(options.liveTopics())));
      return ExitCode.DONE;
    }
  }

  @Command(
      header = "Prints committed records of a topic as JSON lines.",
      description =
          "By default the latest "
              + LATEST
              + " offsets of each partition, some of which hold no record.",
      footer = {
        "topics read devices.readings --from-beginning",
        "topics read devices.batches --key 02:00:5E:00:53:01 --from-beginning",
        "topics read devices.dead-letters --follow"
      })
  public int read(
      @Mixin OperatorOptions options,
      @Parameters(
              paramLabel = "TOPIC",
              completionCandidates = Candidates.TopicNames.class,
              description = "Name in the catalogue, without prefix.")
          Topic<?, ?> topic,
      @Option(names = "--from-beginning", description = "Starts with the oldest record.")
          boolean fromBeginning,
      @Option(names = "--key", paramLabel = "KEY", description = "Only records with this key.")
          Optional<String> key,
      @Option(
              names = "--follow",
              description = "Continues with new records; alone, prints only those.")
          boolean follow)
      throws InterruptedException {
    PrintStream out = options.context().out();
    try (Cluster cluster = options.connect();
        TopicScan scan = TopicScan.open(cluster, List.of(cluster.clients().topics().of(topic)))) {
      if (!fromBeginning) {
        scan.latest(follow ? 0 : LATEST);
      }
      RecordJson json = new RecordJson(PipelineFormat.of(cluster.clients()));
      Printing printing =
          new Printing(json, key.map(text -> text.getBytes(UTF_8)), out, new AtomicLong());
      if (follow) {
        scan.follow(printing);
      } else {
        scan.each(printing);
        if (printing.records().get() == 0) {
          options.context().err().println(nothing(topic, key, fromBeginning));
        }
      }
      return ExitCode.DONE;
    } catch (InterruptException e) {
      if (options.context().termination().isRequested()) {
        return ExitCode.DONE;
      }
      throw e;
    }
  }

  private static String nothing(Topic<?, ?> topic, Optional<String> key, boolean all) {
    return "no record in %s%s%s"
        .formatted(
            topic.name(),
            key.map(text -> " has the key " + text).orElse(""),
            all ? "" : " among the latest " + LATEST + " offsets; --from-beginning reads all");
  }

  /** Printer of the records with a key, until the output is closed. */
  private record Printing(
      RecordJson json, Optional<byte[]> key, PrintStream out, AtomicLong records)
      implements LogReader.Visitor {

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      if (key.isEmpty() || Arrays.equals(key.get(), record.key())) {
        records.incrementAndGet();
        out.println(json.line(record));
      }
    }

    @Override
    public boolean enough() {
      return out.checkError();
    }
  }

  @Command(
      header = "Prints records that kcat has read, from standard input, like `topics read`.",
      description = "Needs no broker. kcat's format must be -f '" + FrameReader.ESCAPED + "'.",
      footer = "topics decode < records")
  public int decode(@Mixin OperatorOptions options) throws IOException {
    ValueFormat format =
        KafkaSettings.registry(options.settings())
            .<ValueFormat>map(address -> new RegistryFormat(address, ""))
            .orElseGet(SingleObjectFormat::ofReleases);
    RecordJson json = new RecordJson(format);
    FrameReader frames = new FrameReader(System.in);
    for (ConsumerRecord<byte[], byte[]> record = frames.next();
        record != null;
        record = frames.next()) {
      options.context().out().println(json.line(record));
    }
    return ExitCode.DONE;
  }

  private static String kind(ClusterTopic found) {
    return found.topic().kind().name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Made when they are printed: each lambda takes time. */
  private static List<Column<ClusterTopic>> columns() {
    return List.of(
        Column.of("topic", ClusterTopic::name),
        Column.of("kind", TopicCommands::kind),
        Column.of("key", found -> found.topic().keys().name()),
        Column.of("value", found -> found.topic().valueName()),
        Column.of("partitions", ClusterTopic::partitions),
        Column.of("retention", found -> found.topic().retention().words()),
        Column.of("exists", ClusterTopic::exists));
  }
}
