package io.tributary.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.avro.envelope.DeadLetterDecision;
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
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Events, items and dead letters by request; opens its connections for each. */
final class Lookup {

  private static final int MOST_EVENTS = 10;
  private static final int MOST_ITEMS = 100;
  private static final int MOST_DEAD_LETTERS = 100;

  /** Characters of values within a list, of one and of all; larger ones are asked for alone. */
  private static final int SMALL = 4 << 10;

  private static final int MOST_SMALL = 256 << 10;

  /** Characters of a value that is asked for alone. */
  private static final int MOST_OF_VALUE = 64 << 10;

  /** Characters of the items of an answer. */
  private static final int MOST_OF_ITEMS = 512 << 10;

  private final SettingsSource live;
  private final RuntimeContext runtime;

  Lookup(SettingsSource live, RuntimeContext runtime) {
    this.live = live;
    this.runtime = runtime;
  }

  /** Events with their stages. */
  record Events(long omitted, List<Event> events) {}

  private record Event(String event, List<Map<String, Object>> stages) {}

  /** The value of a record, or the beginning of its text. */
  record Value(int bytes, @Nullable JsonNode value, @Nullable String text) {}

  /** Tables, and with a key the items of one. */
  record Tables(List<Table> tables, @Nullable List<JsonNode> items, @Nullable Boolean more) {}

  private record Table(String name, String full, List<Access> access, @Nullable String ttl) {}

  private record Access(String index, List<String> key, boolean number) {}

  /** Dead letters, and how many there are of each code. */
  record DeadLettersAnswer(
      List<DeadLetterAnswer> deadLetters, long omitted, Map<String, Long> codes) {}

  private record DeadLetterAnswer(
      String id,
      String family,
      String at,
      @Nullable String stage,
      @Nullable String code,
      @Nullable String reason,
      String remedy,
      String origin,
      @Nullable String key,
      int attempts,
      @Nullable String decision,
      @Nullable String note,
      String place,
      int valueBytes) {}

  /** Events by parameter {@code id}, or the one of {@code event}, not older than {@code since}. */
  Events events(Request request, Progress.Reporter progress) throws InterruptedException {
    Settings settings = live.get();
    try (Cluster cluster = Cluster.connect(settings);
        DynamoDbClient client = DynamoConnection.open(settings, runtime);
        Traces traces =
            new Traces(
                cluster,
                client,
                SinkSettings.tablePrefix(settings),
                progress,
                runtime.clock(),
                new ValueRoom(SMALL, MOST_SMALL))) {
      Optional<Instant> since = millis(request, "since");
      Optional<String> event = request.parameter("event");
      Traces.Found found =
          event.isPresent() && since.isPresent()
              ? new Traces.Found(traces.of(event.get(), since.get()).stream().toList(), 0)
              : traces.find(request.parameter("id").orElse(""), since, MOST_EVENTS);
      return new Events(found.omitted(), found.traces().stream().map(Lookup::event).toList());
    }
  }

  /** The value of the record at {@code place}, or the beginning of its text. */
  Value value(Request request) throws InterruptedException {
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
      return text.length() <= MOST_OF_VALUE
          ? new Value(found.bytes(), value, null)
          : new Value(found.bytes(), null, text.substring(0, MOST_OF_VALUE));
    }
  }

  /** A time in epoch milliseconds. */
  static Optional<Instant> millis(Request request, String name) {
    return request
        .parameter(name)
        .filter(text -> text.matches("\\d{1,15}"))
        .map(text -> Instant.ofEpochMilli(Long.parseLong(text)));
  }

  private static Event event(Trace trace) {
    return new Event(trace.event(), trace.stages().stream().map(Lookup::stage).toList());
  }

  private static Map<String, Object> stage(Trace.Stage stage) {
    Map<String, Object> fields = new LinkedHashMap<>(Map.of("stage", stage.name()));
    stage.fields().properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
    return fields;
  }

  /**
   * All tables with their keys; items of {@code table}, named with or without its prefix, by {@code
   * key} and {@code sort}.
   */
  Tables tables(Request request) throws InterruptedException {
    Settings settings = live.get();
    String prefix = SinkSettings.tablePrefix(settings);
    List<TableDefinition> all = SinkPipeline.tables(settings.get(KafkaSettings.FAMILIES));
    List<Table> tables = all.stream().map(table -> table(table, prefix)).toList();
    String wanted = request.parameter("table").orElse("");
    Optional<TableDefinition> chosen =
        all.stream()
            .filter(table -> wanted.equals(table.name()) || wanted.equals(prefix + table.name()))
            .findFirst();
    return chosen.isPresent() && request.parameter("key").isPresent()
        ? items(tables, chosen.get(), prefix, request, settings)
        : new Tables(tables, null, null);
  }

  private Tables items(
      List<Table> tables,
      TableDefinition table,
      String prefix,
      Request request,
      Settings settings) {
    try (DynamoDbClient client = DynamoConnection.open(settings, runtime)) {
      List<ObjectNode> found =
          new TableReader(client)
              .some(prefix + table.name(), query(table, request), MOST_ITEMS + 1);
      List<JsonNode> items = new ArrayList<>();
      int left = MOST_OF_ITEMS;
      for (ObjectNode item : found) {
        JsonNode shown = HiddenSecrets.in(item);
        left -= shown.toString().length();
        if (items.size() == MOST_ITEMS || (left < 0 && !items.isEmpty())) {
          break;
        }
        items.add(shown);
      }
      return new Tables(tables, items, found.size() > items.size());
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

  private static Table table(TableDefinition table, String prefix) {
    List<Access> access = new ArrayList<>(List.of(access("", table.key())));
    Stream.concat(table.indexes().stream(), table.localIndexes().stream())
        .forEach(index -> access.add(access(index.name(), index.key())));
    return new Table(
        table.name(), prefix + table.name(), access, table.ttlAttribute().orElse(null));
  }

  private static Access access(String index, TableKey key) {
    boolean number = key.sort().filter(by -> by.type() == KeyAttribute.Type.NUMBER).isPresent();
    return new Access(index, key.names(), number);
  }

  /** The newest dead letters by {@code family}, {@code code} and {@code since}. */
  DeadLettersAnswer deadLetters(Request request) throws InterruptedException {
    Settings settings = live.get();
    Set<Family> families = settings.get(KafkaSettings.FAMILIES);
    List<Family> chosen =
        families.stream()
            .filter(each -> request.parameter("family").map(each.label()::equals).orElse(true))
            .toList();
    try (Cluster cluster = Cluster.connect(settings);
        DeadLetters deadLetters =
            new DeadLetters(cluster, () -> settings.get(KafkaSettings.GENERATION))) {
      DeadLetterFilter filter =
          new DeadLetterFilter(
              chosen,
              Set.of(),
              request.parameter("code").map(Set::of).orElse(Set.of()),
              millis(request, "since"),
              Set.of());
      DeadLetters.Page page = deadLetters.list(filter, true, MOST_DEAD_LETTERS);
      List<DecidedDeadLetter> newest = new ArrayList<>(page.deadLetters());
      Collections.reverse(newest);
      return new DeadLettersAnswer(
          newest.stream().map(Lookup::deadLetter).toList(),
          page.omitted(),
          page.deadLetters().stream()
              .collect(
                  Collectors.groupingBy(each -> each.deadLetter().code(), Collectors.counting())));
    }
  }

  private static String remedy(String code) {
    return Arrays.stream(FailureCode.values())
        .filter(known -> known.name().equals(code))
        .map(FailureCode::remedy)
        .findFirst()
        .orElse("");
  }

  private static DeadLetterAnswer deadLetter(DecidedDeadLetter decided) {
    DeadLetterRecord deadLetter = decided.deadLetter();
    return new DeadLetterAnswer(
        deadLetter.id().toString(),
        deadLetter.id().family().label(),
        deadLetter.at().toString(),
        deadLetter.stage(),
        deadLetter.code(),
        deadLetter.reason(),
        remedy(deadLetter.code()),
        deadLetter.origin().map(Object::toString).orElse(""),
        deadLetter.key(),
        deadLetter.attempts(),
        decided.decision().map(decision -> decision.getDecision().name()).orElse(null),
        decided.decision().map(DeadLetterDecision::getNote).orElse(null),
        deadLetter.place().toString(),
        deadLetter.valueBytes());
  }
}
