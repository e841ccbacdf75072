package io.tributary.cli.demo;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.process.ExitCode;
import io.tributary.launcher.up.LocalPipeline;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.drain.RelayBacklog;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.io.PrintStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Sends sample traffic through a running pipeline and tells whether the tables hold just that. */
public final class Demo {

  private static final Duration DRAINING = Duration.ofSeconds(60);
  private static final ObjectMapper JSON =
      new ObjectMapper().configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);

  private final PrintStream out;
  private final Ambient ambient;
  private final List<DemoFamily> families =
      List.of(
          new DevicesDemo(),
          new HistoryDemo(),
          new InboxDemo(),
          new TenantsDemo(),
          new OutreachDemo());

  public Demo(PrintStream out, Ambient ambient) {
    this.out = out;
    this.ambient = ambient;
  }

  /** Prints what it found, and last that all is well; throws when it is not. */
  public ExitCode run(LocalPipeline pipeline) throws InterruptedException {
    out.println(demonstrate(pipeline));
    return ExitCode.DONE;
  }

  private String demonstrate(LocalPipeline pipeline) throws InterruptedException {
    Settings settings = pipeline.settings();
    DemoClient client =
        new DemoClient(
            URI.create(pipeline.http()),
            pipeline.adminToken(),
            pipeline.serviceToken().orElseThrow(),
            ambient.clock(),
            () -> awaitDrained(settings));
    Map<DemoFamily, Sent> sent = new LinkedHashMap<>();
    for (DemoFamily family : families) {
      sent.put(family, family.send(client));
    }
    awaitDrained(settings);
    int stored = 0;
    try (DynamoDbClient dynamo = DynamoConnection.open(settings, ambient)) {
      TableReader reader = new TableReader(dynamo);
      String prefix = SinkSettings.tablePrefix(settings);
      for (Map.Entry<DemoFamily, Sent> entry : sent.entrySet()) {
        stored += compare(entry.getKey(), entry.getValue(), reader, prefix);
      }
    }
    int events = sent.values().stream().mapToInt(Sent::events).sum();
    int duplicates = sent.values().stream().mapToInt(Sent::duplicates).sum();
    return "demo ok sent=" + events + " duplicates=" + duplicates + " stored=" + stored;
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

  /** Prints the family's items; returns how many events they hold. */
  private int compare(DemoFamily family, Sent sent, TableReader reader, String prefix) {
    List<ExpectedItem> missing = new ArrayList<>(sent.expected());
    Optional<String> first = Optional.empty();
    int events = 0;
    for (String table : family.tables()) {
      for (ObjectNode item : reader.items(prefix + table)) {
        events += family.eventsIn(table, item);
        print(prefix + table, item);
        Optional<String> wrong = take(missing, table, item);
        first = first.isPresent() ? first : wrong;
      }
    }
    if (first.isPresent()) {
      throw new DemoFailedException(first.get());
    }
    if (!missing.isEmpty()) {
      throw new DemoFailedException(
          missing.size() + " items are missing, such as " + missing.get(0).key());
    }
    return events;
  }

  /** Takes the item from those that are still missing, or says what is wrong with it. */
  private static Optional<String> take(List<ExpectedItem> missing, String table, ObjectNode item) {
    Optional<ExpectedItem> expected =
        missing.stream()
            .filter(each -> each.table().equals(table) && each.isKeyOf(item))
            .findFirst();
    if (expected.isEmpty()) {
      return Optional.of(table + " should not hold " + item);
    }
    missing.remove(expected.get());
    return expected.get().violation(item);
  }

  private void print(String table, ObjectNode item) {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("table", table);
    line.set("item", item);
    try {
      out.println(JSON.writeValueAsString(line));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
