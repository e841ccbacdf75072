package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.output.ItemTable;
import io.tributary.launcher.up.LocalPipeline;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.drain.RelayBacklog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.TableDefinition;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Sends sample traffic of all families through a running pipeline, and compares the tables. */
public record Demo(PrintStream out, boolean json, DemoSenders senders, Ambient ambient) {

  private static final Duration DRAINING = Duration.ofSeconds(60);
  private static final long STEP_MS = 600_000;
  private static final int STEPS = 10;
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);

  /** Prints the items and the result; {@link DemoFailedException} if one is not as expected. */
  public void run(LocalPipeline pipeline) throws InterruptedException {
    Settings settings = pipeline.settings();
    senders.connect(
        URI.create(pipeline.http()), pipeline.adminToken(), pipeline.serviceToken().orElseThrow());
    Instant start = ambient.clock().instant();
    Map<Family, DemoScript> scripts = new LinkedHashMap<>();
    for (Family family : Family.values()) {
      DemoScript script = new DemoScript(family.label(), senders, variables(start));
      script.send(() -> awaitDrained(settings));
      scripts.put(family, script);
    }
    awaitDrained(settings);
    Moments moments = new Moments(start, ambient.clock().instant());
    int stored = 0;
    try (DynamoDbClient dynamo = DynamoConnection.open(settings, ambient)) {
      for (Map.Entry<Family, DemoScript> script : scripts.entrySet()) {
        Map<String, List<ExpectedItem>> expected = script.getValue().items();
        for (TableDefinition table : SinkPipeline.tables(Set.of(script.getKey()))) {
          String name = SinkSettings.tablePrefix(settings) + table.name();
          List<ObjectNode> items = new TableReader(dynamo).items(name);
          print(name, table, items);
          List<ExpectedItem> own = expected.getOrDefault(table.name(), List.of());
          stored += own.stream().mapToInt(ExpectedItem::events).sum();
          compare(table, own, items, moments);
        }
      }
    }
    int events = scripts.values().stream().mapToInt(DemoScript::events).sum();
    int duplicates = scripts.values().stream().mapToInt(DemoScript::duplicates).sum();
    out.println("demo ok sent=" + events + " duplicates=" + duplicates + " stored=" + stored);
  }

  /** Times before the start, each ten minutes earlier than the one before, and other values. */
  private static Map<String, JsonNode> variables(Instant start) {
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    Map<String, JsonNode> variables = new HashMap<>();
    for (int step = 1; step < STEPS; step++) {
      variables.put("t" + step, nodes.numberNode(start.toEpochMilli() - STEP_MS * step));
    }
    variables.put("now", nodes.textNode(Long.toString(start.getEpochSecond())));
    variables.put("later", nodes.numberNode(start.plus(Duration.ofHours(1)).getEpochSecond()));
    variables.put("release", nodes.textNode(Version.current().number()));
    return variables;
  }

  private void awaitDrained(Settings settings) throws InterruptedException {
    try (Cluster cluster = Cluster.connect(settings);
        RelayBacklog relay = RelayBacklog.ifNamed(settings, ambient);
        DrainCheck check = DrainCheck.of(cluster, relay)) {
      List<Lag> lags = check.await(Deadline.after(DRAINING, ambient.ticker()));
      if (!lags.isEmpty()) {
        throw new DemoFailedException("not drained after " + DRAINING.toSeconds() + " s: " + lags);
      }
    }
  }

  private static void compare(
      TableDefinition table, List<ExpectedItem> expected, List<ObjectNode> items, Moments moments) {
    List<String> key = keyOf(table);
    List<ExpectedItem> missing = new ArrayList<>(expected);
    for (ObjectNode item : items) {
      ExpectedItem wanted =
          missing.stream()
              .filter(each -> each.isKeyOf(key, item))
              .findFirst()
              .orElseThrow(
                  () -> new DemoFailedException(table.name() + " should not hold " + item));
      missing.remove(wanted);
      wanted
          .violation(item, moments)
          .ifPresent(
              wrong -> {
                throw new DemoFailedException(table.name() + ' ' + wrong);
              });
    }
    if (!missing.isEmpty()) {
      throw new DemoFailedException(
          missing.size() + " items are missing, such as " + missing.get(0).template());
    }
  }

  private void print(String name, TableDefinition table, List<ObjectNode> items) {
    if (json) {
      items.forEach(item -> printJson(name, item));
    } else {
      ItemTable.lines(name, keyOf(table), items).forEach(out::println);
      out.println();
    }
    out.flush();
  }

  private void printJson(String table, ObjectNode item) {
    ObjectNode line = JsonNodeFactory.instance.objectNode().put("table", table);
    try {
      out.println(JSON.writeValueAsString(line.set("item", item)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> keyOf(TableDefinition table) {
    return table.key().attributes().stream().map(KeyAttribute::name).toList();
  }
}
