package io.tributary.cli;

import io.tributary.cli.output.Output;
import io.tributary.cli.process.ExitCode;
import io.tributary.gateway.IngestPipeline;
import io.tributary.operations.JsonFields;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.topics.ClusterTopic;
import io.tributary.operations.topics.ReadRequest;
import io.tributary.operations.topics.RecordJson;
import io.tributary.operations.topics.TopicReader;
import io.tributary.registry.RegistryFormat;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.runtime.kafka.format.PipelineFormat;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.Topic;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.errors.InterruptException;

/** {@code topics}: the catalogue, and what the cluster has of it. */
record TopicCommands(Operators operators) {

  private static final String TOPIC = "TOPIC";
  private static final String FROM_BEGINNING = "--from-beginning";
  private static final String FOLLOW = "--follow";
  private static final String KEY = "--key";
  private static final String READ = "tributary-cli-read";

  List<Command> all() {
    return List.of(
        operators.command(
            "topics create",
            "Creates missing topics of the catalogue, and prints their names.",
            List.of("topics create --topic-replication-factor 3"),
            List.of(),
            this::create),
        operators.command(
            "topics list",
            "Prints the topics of the catalogue and their differences in the cluster.",
            List.of("topics list", "topics list --output json"),
            List.of(),
            this::list),
        operators.command(
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
                    FOLLOW,
                    "Continues with new records; without other options prints only those.")),
            this::read),
        decoding());
  }

  private Command decoding() {
    return operators.command(
        "topics decode",
        "Prints records read by kcat on standard input, like `topics read`. kcat's format must be"
            + " -f '"
            + FrameReader.FORMAT
            + "'. Needs no broker.",
        List.of("topics decode < records"),
        List.of(),
        UnaryOperator.identity(),
        this::decode);
  }

  private ExitCode decode(Invocation invocation) throws IOException {
    // records are JSON lines either way
    operators.output(invocation);
    ValueFormat format =
        KafkaSettings.registry(invocation.settings())
            .<ValueFormat>map(address -> new RegistryFormat(address, ""))
            .orElseGet(SingleObjectFormat::ofReleases);
    RecordJson json = new RecordJson(format);
    FrameReader frames = new FrameReader(System.in);
    for (ConsumerRecord<byte[], byte[]> record = frames.next();
        record != null;
        record = frames.next()) {
      operators.out().println(json.line(record));
    }
    return ExitCode.DONE;
  }

  private ExitCode create(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    try (Cluster cluster = operators.connect(invocation)) {
      cluster
          .topics()
          .create(IngestPipeline.topics(invocation.settings()))
          .forEach(name -> output.print(name, JsonFields.of("created", name).map()));
      return ExitCode.DONE;
    }
  }

  private ExitCode list(Invocation invocation) throws InterruptedException {
    Output output = operators.output(invocation);
    try (Cluster cluster = operators.connect(invocation)) {
      TopicTable.print(ClusterTopic.all(cluster), output);
      cluster
          .topics()
          .drift(IngestPipeline.topics(invocation.settings()))
          .forEach(found -> output.print("drift: " + found, JsonFields.of("drift", found).map()));
      return ExitCode.DONE;
    }
  }

  private static Consumer<byte[], byte[]> consumer(Cluster cluster, boolean follow) {
    return follow
        ? cluster.clients().consumer(READ, Map.of())
        : cluster.clients().reader(READ, Map.of());
  }

  private ExitCode read(Invocation invocation) throws InterruptedException {
    // records are JSON lines either way
    operators.output(invocation);
    Topic<?, ?> topic = Operators.topic(invocation.find(TOPIC).orElse(""));
    boolean follow = invocation.has(FOLLOW);
    ReadRequest.Start start =
        invocation.has(FROM_BEGINNING)
            ? ReadRequest.Start.BEGINNING
            : follow ? ReadRequest.Start.NOW : ReadRequest.Start.LATELY;
    try (Cluster cluster = operators.connect(invocation);
        Consumer<byte[], byte[]> consumer = consumer(cluster, follow)) {
      RecordJson json = new RecordJson(PipelineFormat.of(cluster.clients()));
      String name = cluster.clients().topics().of(topic);
      new TopicReader(consumer)
          .read(
              new ReadRequest(name, start, invocation.find(KEY), follow),
              record -> operators.out().println(json.line(record)),
              operators.out()::checkError);
      return ExitCode.DONE;
    } catch (InterruptException e) {
      if (operators.termination().isRequested()) {
        return ExitCode.DONE;
      }
      throw e;
    }
  }
}
