package io.tributary.cli.data;

import static io.tributary.operations.OperationException.require;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.options.OperatorOptions;
import io.tributary.cli.output.Output;
import io.tributary.cli.process.CommandContext;
import io.tributary.cli.process.ExitCode;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.trace.Trace;
import io.tributary.operations.trace.Traces;
import io.tributary.operations.trace.ValueRoom;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "trace",
    header = "Prints the way of an event: request, facts, decisions, records and items.",
    description = {
      "The id is a request_id, a fact_id, a provider's message id, a key of an item or any other id"
          + " of the event.",
      "Reads the topics of the last hour; if nothing is found there, all. Exit code 3 if there is no"
          + " such event."
    },
    footer = {
      "trace 3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6 --dynamodb-endpoint http://127.0.0.1:8000",
      "trace 24:6F:28:AE:52:7C --limit 1 --output json"
    })
public final class TraceCommand implements Callable<Integer> {

  /** Characters of values as JSON; of larger ones the size is printed. */
  private static final int MOST_OF_VALUE = 64 << 10;

  private static final int MOST_OF_VALUES = 4 << 20;

  /** Fields that the first line of a stage shows, or that are long. */
  private static final Set<String> IN_LINE =
      Set.of("topic", "partition", "offset", "at", "after_ms", "table", "key", "value", "item");

  @Mixin private final OperatorOptions options;

  @Parameters(paramLabel = "ID", description = "Any id of the event.")
  private String id = "";

  @Option(
      names = "--since",
      paramLabel = "TIME",
      description = "Oldest time by the brokers, or an age such as 2h. Default: any.")
  private Optional<Instant> since = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "10",
      description = "Count of events, the newest first. Default: 10.")
  private int limit;

  public TraceCommand(CommandContext context) {
    this.options = new OperatorOptions(context);
  }

  @Override
  public Integer call() throws InterruptedException {
    require(!id.isBlank(), "ID must not be empty");
    require(limit > 0, "--limit must be at least 1");
    CommandContext context = options.context();
    try (Cluster cluster = options.connect();
        DynamoDbClient client = DynamoConnection.open(options.live(), context.runtime());
        Traces traces =
            new Traces(
                cluster,
                client,
                SinkSettings.tablePrefix(options.live()),
                context::progress,
                context.runtime().clock(),
                new ValueRoom(MOST_OF_VALUE, MOST_OF_VALUES))) {
      return print(traces.find(id, since, limit));
    } catch (SdkException e) {
      throw OperationException.failed(options.unavailable(e));
    }
  }

  private int print(Traces.Found found) {
    found.traces().forEach(this::print);
    if (found.omitted() > 0) {
      options.context().err().println("and " + found.omitted() + " older events: see --limit");
    }
    if (found.traces().isEmpty()) {
      options.context().err().println("no event has the id " + id);
      return ExitCode.FOUND;
    }
    return ExitCode.DONE;
  }

  private void print(Trace trace) {
    Output output = options.output();
    for (Trace.Stage stage : trace.stages()) {
      JsonFields members = JsonFields.of("event", trace.event()).and("stage", stage.name());
      stage.fields().properties().forEach(field -> members.and(field.getKey(), field.getValue()));
      output.print(text(trace, stage), members.map());
    }
  }

  private static String text(Trace trace, Trace.Stage stage) {
    ObjectNode fields = stage.fields();
    StringBuilder text = new StringBuilder();
    if (stage.name().equals("request")) {
      text.append("event ").append(trace.event()).append('\n');
    }
    text.append("%9s  %-11s ".formatted(after(fields), stage.name().replace('_', ' ')));
    StringJoiner words = new StringJoiner(" ");
    if (fields.has("topic")) {
      words.add(place(fields)).add("key=" + fields.path("key").asText());
    } else if (fields.has("table")) {
      words.add(fields.path("table").asText());
      fields.path("key").properties().forEach(part -> words.add(word(part)));
    }
    fields.properties().stream()
        .filter(field -> !IN_LINE.contains(field.getKey()))
        .forEach(field -> words.add(word(field)));
    text.append(words);
    for (String whole : Set.of("value", "item")) {
      if (fields.hasNonNull(whole)) {
        text.append("\n           ").append(fields.get(whole));
      }
    }
    return text.toString();
  }

  private static String after(ObjectNode fields) {
    return fields.has("after_ms") ? "+" + fields.get("after_ms").asLong() + " ms" : "";
  }

  private static String place(ObjectNode fields) {
    return fields.path("topic").asText()
        + '/'
        + fields.path("partition").asText()
        + '/'
        + fields.path("offset").asText();
  }

  private static String word(Map.Entry<String, JsonNode> field) {
    JsonNode value = field.getValue();
    return field.getKey() + '=' + (value.isContainerNode() ? value.toString() : value.asText());
  }
}
