package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.demo.ExpectedItem.Period;
import io.tributary.cli.output.ItemTable;
import io.tributary.cli.output.Output;
import io.tributary.gateway.settings.GatewaySettings;
import io.tributary.launcher.up.LocalPipeline;
import io.tributary.operations.JsonFields;
import io.tributary.operations.OperationException;
import io.tributary.operations.drain.DrainCheck;
import io.tributary.operations.drain.Lag;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.operations.requests.ProviderAccount;
import io.tributary.operations.requests.Senders;
import io.tributary.operations.tables.TableReader;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.retry.Backoff;
import io.tributary.runtime.version.Version;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Sends sample traffic of all families through a running pipeline, and compares the tables. */
public record Demo(Output output, Path accounts, RuntimeContext runtime) {

  private static final Duration DRAINING = Duration.ofSeconds(60);
  private static final Duration RETRY = Duration.ofMillis(200);
  private static final long STEP_MS = 600_000;
  private static final int STEPS = 10;

  /** Settings of the demonstration's channel accounts, which are in the file then. */
  public Map<String, String> settings() throws IOException {
    Files.writeString(accounts, JsonTemplate.resource("/demo/accounts.json").toString());
    return Map.of(GatewaySettings.SECRETS_FILE.key(), accounts.toString());
  }

  /** Prints the items and the result; {@link OperationException} if one is not as expected. */
  public void run(LocalPipeline pipeline) throws InterruptedException {
    Settings settings = pipeline.settings();
    Instant start = runtime.clock().instant();
    Map<Family, DemoScript> scripts = new EnumMap<>(Family.class);
    for (Family family : Family.values()) {
      scripts.put(family, new DemoScript(family, variables(start)));
    }
    Gateway gateway =
        new Gateway(URI.create(pipeline.http()), new Backoff(RETRY, RETRY, runtime.random()));
    Senders senders = senders(pipeline);
    for (String steps : List.of("steps", "later")) {
      scripts.values().forEach(script -> script.send(steps, gateway, senders));
      List<Lag> lags = DrainCheck.await(settings, runtime, DRAINING);
      if (!lags.isEmpty()) {
        throw OperationException.failed(
            "not drained after " + DRAINING.toSeconds() + " s: " + lags);
      }
    }
    Period sending = new Period(start, runtime.clock().instant());
    int stored = 0;
    try (DynamoDbClient dynamo = DynamoConnection.open(settings, runtime)) {
      TableReader reader = new TableReader(dynamo);
      for (Map.Entry<Family, DemoScript> script : scripts.entrySet()) {
        Map<String, List<ExpectedItem>> expected = script.getValue().items();
        for (TableDefinition table : SinkPipeline.tables(Set.of(script.getKey()))) {
          List<ObjectNode> items = reader.items(SinkSettings.tablePrefix(settings) + table.name());
          List<ExpectedItem> own = expected.getOrDefault(table.name(), List.of());
          stored += print(table, items, own);
          compare(table, own, items, sending);
        }
      }
    }
    int sent = scripts.values().stream().mapToInt(DemoScript::events).sum();
    int duplicates = scripts.values().stream().mapToInt(DemoScript::duplicates).sum();
    String counts = "sent=" + sent + " duplicates=" + duplicates + " stored=" + stored;
    if (stored != sent - duplicates) {
      throw OperationException.failed("the items do not hold each event once: " + counts);
    }
    output.out().println("demo ok " + counts);
  }

  private Senders senders(LocalPipeline pipeline) {
    return new Senders(
        Map.of(
            "admin", Call.bearer(pipeline.adminToken()),
            "service", Call.bearer(pipeline.serviceToken().orElseThrow())),
        ProviderAccount.all(accounts).stream()
            .collect(Collectors.toMap(ProviderAccount::provider, account -> account)),
        runtime.clock());
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

  private void compare(
      TableDefinition table, List<ExpectedItem> expected, List<ObjectNode> items, Period sending) {
    List<ExpectedItem> missing = new ArrayList<>(expected);
    for (ObjectNode item : items) {
      ExpectedItem wanted =
          missing.stream()
              .filter(each -> each.isKeyOf(table.key().names(), item))
              .findFirst()
              .orElseThrow(
                  () -> OperationException.failed(table.name() + " should not hold " + item));
      missing.remove(wanted);
      if (!wanted.holds(item, sending)) {
        throw OperationException.failed(
            table.name() + " should hold " + wanted.template() + " but holds " + item);
      }
    }
    if (!missing.isEmpty()) {
      throw OperationException.failed(
          missing.size() + " items are missing, such as " + missing.get(0).template());
    }
  }

  /** Returns the number of events that the items hold. */
  private int print(TableDefinition table, List<ObjectNode> items, List<ExpectedItem> expected) {
    int events = expected.stream().mapToInt(ExpectedItem::events).sum();
    if (output.isJson()) {
      items.forEach(
          item -> output.print("", JsonFields.of("table", table.name()).and("item", item).map()));
    } else {
      String counted = items.size() + (items.size() == 1 ? " item" : " items");
      String title =
          table.name() + ": " + counted + (events == 0 ? "" : " of " + events + " events");
      ItemTable.lines(title, table.key().names(), items).forEach(output.out()::println);
      output.out().println();
    }
    return events;
  }
}
