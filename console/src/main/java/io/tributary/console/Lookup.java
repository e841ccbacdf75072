package io.tributary.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.OperationException;
import io.tributary.operations.Progress;
import io.tributary.operations.SettingsSource;
import io.tributary.operations.deadletters.DeadLetterFilter;
import io.tributary.operations.deadletters.DeadLetterRecord;
import io.tributary.operations.deadletters.DeadLetters;
import io.tributary.operations.deadletters.DecidedDeadLetter;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.tables.TableReader;
import io.tributary.operations.topics.RecordValue;
import io.tributary.operations.trace.HiddenSecrets;
import io.tributary.operations.trace.Trace;
import io.tributary.operations.trace.Traces;
import io.tributary.operations.trace.ValueRoom;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.health.OpsContent.Request;
import io.tributary.runtime.kafka.client.KafkaSettings;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.deadletter.Origin;
import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.table.TableKey;
import io.tributary.schemas.topic.Family;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.settings.SinkSettings;
import io.tributary.sink.table.DynamoConnection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Events, items and dead letters by request; opens its connections for each. */
final class Lookup {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final int MOST_EVENTS = 10;
  private static final int MOST_ITEMS = 100;
  private static final int MOST_LETTERS = 100;

  /** Characters of values within a list, of one and of all; larger ones are asked for alone. */
  private static final int SMALL = 4 << 10;

  private static final int MOST_SMALL = 256 << 10;

  /** Characters of a value that is asked for alone. */
  private static final int MOST_OF_VALUE = 64 << 10;

  /** Characters of the items of an answer. */
  private static final int MOST_OF_ITEMS = 512 << 10;

  private final SettingsSource live;
  private final Ambient ambient;

  Lookup(SettingsSource live, Ambient ambient) {
    this.live = live;
    this.ambient = ambient;
  }

  /** Events by parameter {@code id}, or the one of {@code event}, not older than {@code since}. */
  JsonNode events(Request request, Progress.Reporter progress) throws InterruptedException {
    Settings settings = live.get();
    try (Cluster cluster = Cluster.connect(settings);
        DynamoDbClient client = DynamoConnection.open(settings, ambient);
        Traces traces =
            new Traces(
                cluster,
                client,
                SinkSettings.tablePrefix(settings),
                progress,
                ambient.clock(),
                new ValueRoom(SMALL, MOST_SMALL))) {
      Optional<Instant> since = millis(request, "since");
      Optional<String> event = request.parameter("event");
      Traces.Found found =
          event.isPresent() && since.isPresent()
              ? new Traces.Found(traces.of(event.get(), since.get()).stream().toList(), 0)
              : traces.find(request.parameter("id").orElse(""), since, MOST_EVENTS);
      ObjectNode json = NODES.objectNode().put("omitted", found.omitted());
      ArrayNode events = json.putArray("events");
      found.traces().forEach(trace -> events.add(json(trace)));
      return json;
    }
  }

  /** The value of the record at {@code place}, or the beginning of its text. */
  JsonNode value(Request request) throws InterruptedException {
    Settings settings = live.get();
    Origin place =
        request
            .parameter("place")
            .flatMap(Origin::parse)
            .orElseThrow(() -> OperationException.invalid("place must be topic/partition/offset"));
    try (Cluster cluster = Cluster.connect(settings)) {
      RecordValue found = RecordValue.at(cluster, place);
      JsonNode value = HiddenSecrets.in(found.json());
      String text = value.toString();
      ObjectNode json = NODES.objectNode().put("bytes", found.bytes());
      return text.length() <= MOST_OF_VALUE
          ? json.set("value", value)
          : json.put("text", text.substring(0, MOST_OF_VALUE));
    }
  }

  /** A time in epoch milliseconds. */
  static Optional<Instant> millis(Request request, String name) {
    return request
        .parameter(name)
        .filter(text -> text.matches("\\d{1,15}"))
        .map(text -> Instant.ofEpochMilli(Long.parseLong(text)));
  }

  private static ObjectNode json(Trace trace) {
    ObjectNode json = NODES.objectNode().put("event", trace.event());
    ArrayNode stages = json.putArray("stages");
    for (Trace.Stage stage : trace.stages()) {
      stages.addObject().put("stage", stage.name()).setAll(stage.fields());
    }
    return json;
  }

  /**
   * All tables with their keys; items of {@code table}, named with or without its prefix, by {@code
   * key} and {@code sort}.
   */
  JsonNode tables(Request request) throws InterruptedException {
    Settings settings = live.get();
    String prefix = SinkSettings.tablePrefix(settings);
    ObjectNode json = NODES.objectNode();
    ArrayNode tables = json.putArray("tables");
    List<TableDefinition> all = SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES));
    all.forEach(table -> tables.add(json(table, prefix)));
    String wanted = request.parameter("table").orElse("");
    Optional<TableDefinition> chosen =
        all.stream()
            .filter(table -> wanted.equals(table.name()) || wanted.equals(prefix + table.name()))
            .findFirst();
    if (chosen.isPresent() && request.parameter("key").isPresent()) {
      items(json, chosen.get(), prefix, request, settings);
    }
    return json;
  }

  private void items(
      ObjectNode json, TableDefinition table, String prefix, Request request, Settings settings) {
    try (DynamoDbClient client = DynamoConnection.open(settings, ambient)) {
      List<ObjectNode> found =
          new TableReader(client)
              .some(prefix + table.name(), query(table, request), MOST_ITEMS + 1);
      ArrayNode items = json.putArray("items");
      int left = MOST_OF_ITEMS;
      for (ObjectNode item : found) {
        JsonNode shown = HiddenSecrets.in(item);
        left -= shown.toString().length();
        if (items.size() == MOST_ITEMS || (left < 0 && !items.isEmpty())) {
          break;
        }
        items.add(shown);
      }
      json.put("more", found.size() > items.size());
    }
  }

  private static TableReader.Query query(TableDefinition table, Request request) {
    Optional<IndexDefinition> index =
        Stream.concat(table.indexes().stream(), table.localIndexes().stream())
            .filter(each -> request.parameter("index").equals(Optional.of(each.name())))
            .findFirst();
    TableKey key = index.map(IndexDefinition::key).orElse(table.key());
    return new TableReader.Query(
        key,
        index.map(IndexDefinition::name),
        index.isEmpty(),
        request.parameter("key").orElseThrow(),
        request.parameter("sort"),
        request.parameter("order").isPresent());
  }

  private static ObjectNode json(TableDefinition table, String prefix) {
    ObjectNode json =
        NODES.objectNode().put("name", table.name()).put("full", prefix + table.name());
    ArrayNode accesses = json.putArray("access");
    accesses.add(access("", table.key()));
    Stream.concat(table.indexes().stream(), table.localIndexes().stream())
        .forEach(index -> accesses.add(access(index.name(), index.key())));
    table.ttlAttribute().ifPresent(name -> json.put("ttl", name));
    return json;
  }

  private static ObjectNode access(String index, TableKey key) {
    ObjectNode json = NODES.objectNode().put("index", index);
    key.names().forEach(json.putArray("key")::add);
    boolean number = key.sort().filter(by -> by.type() == KeyAttribute.Type.NUMBER).isPresent();
    return json.put("number", number);
  }

  /** The newest dead letters by {@code family}, {@code code} and {@code since}. */
  JsonNode letters(Request request) throws InterruptedException {
    Settings settings = live.get();
    Set<Family> families = settings.get(KafkaSettings.FAMILIES);
    List<Family> chosen =
        families.stream()
            .filter(each -> request.parameter("family").map(each.label()::equals).orElse(true))
            .toList();
    ObjectNode json = NODES.objectNode();
    ArrayNode found = json.putArray("letters");
    try (Cluster cluster = Cluster.connect(settings);
        DeadLetters letters =
            new DeadLetters(cluster, () -> settings.get(KafkaSettings.GENERATION))) {
      DeadLetterFilter filter =
          new DeadLetterFilter(
              chosen,
              Set.of(),
              request.parameter("code").map(Set::of).orElse(Set.of()),
              millis(request, "since"),
              Set.of());
      DeadLetters.Page page = letters.list(filter, true, MOST_LETTERS);
      List<DecidedDeadLetter> newest = new ArrayList<>(page.letters());
      Collections.reverse(newest);
      newest.forEach(letter -> found.add(json(letter)));
      json.put("omitted", page.omitted());
      Map<String, Long> codes =
          page.letters().stream()
              .collect(Collectors.groupingBy(each -> each.letter().code(), Collectors.counting()));
      codes.forEach(json.putObject("codes")::put);
    }
    return json;
  }

  private static String remedy(String code) {
    return Arrays.stream(FailureCode.values())
        .filter(known -> known.name().equals(code))
        .map(FailureCode::remedy)
        .findFirst()
        .orElse("");
  }

  private static ObjectNode json(DecidedDeadLetter decided) {
    DeadLetterRecord letter = decided.letter();
    ObjectNode json =
        NODES
            .objectNode()
            .put("id", letter.id().toString())
            .put("family", letter.id().family().label())
            .put("at", letter.at().toString())
            .put("stage", letter.stage())
            .put("code", letter.code())
            .put("reason", letter.reason())
            .put("remedy", remedy(letter.code()))
            .put("origin", letter.origin().map(Object::toString).orElse(""))
            .put("key", letter.key())
            .put("attempts", letter.attempts());
    decided
        .decision()
        .ifPresent(fate -> json.put("decision", fate.getFate().name()).put("note", fate.getNote()));
    return json.put("place", letter.place().toString()).put("value_bytes", letter.valueBytes());
  }
}
