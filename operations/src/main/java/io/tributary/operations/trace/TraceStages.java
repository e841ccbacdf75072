package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.deadletters.DeadLetterId;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.RecordHead;
import io.tributary.operations.tables.TableReader;
import io.tributary.operations.topics.RecordJson;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Stages of an event by its records and items. */
final class TraceStages {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final List<Topic<?, ?>> flow;
  private final Decisions decisions;
  private final TableReader tables;
  private final String prefix;
  private final RecordJson json;
  private final ValueRoom shown;

  TraceStages(
      Cluster cluster,
      List<Topic<?, ?>> flow,
      TableReader tables,
      String prefix,
      RecordJson json,
      ValueRoom shown) {
    this.flow = flow;
    this.decisions = new Decisions(cluster, flow, json);
    this.tables = tables;
    this.prefix = prefix;
    this.json = json;
    this.shown = shown;
  }

  /**
   * Stages of an event.
   *
   * @param ended keys of waits that are over
   */
  List<Trace.Stage> of(Instant acceptedAt, EventRecords event, Set<String> ended, Commits commits) {
    List<Trace.Stage> stages = new ArrayList<>();
    List<TracedRecord> ordered =
        event.all().stream()
            .sorted(
                Comparator.comparing((TracedRecord each) -> each.record().timestamp())
                    .thenComparing(each -> flow.indexOf(each.topic())))
            .toList();
    request(ordered).ifPresent(stages::add);
    for (TracedRecord record : ordered) {
      stages.add(stage(record, acceptedAt, event, ended, commits));
    }
    if (event.omitted() > 0) {
      stages.add(new Trace.Stage("more", NODES.objectNode().put("records", event.omitted())));
    }
    items(ordered, event, commits).forEach(stages::add);
    return stages;
  }

  private Optional<Trace.Stage> request(List<TracedRecord> ordered) {
    return ordered.stream()
        .filter(record -> record.kind() == TopicKind.FACTS)
        .map(record -> json.value(record.record().value()).path("envelope"))
        .filter(JsonNode::isObject)
        .findFirst()
        .map(
            envelope ->
                new Trace.Stage(
                    "request",
                    NODES
                        .objectNode()
                        .put("request_id", envelope.path("request_id").asText())
                        .put("caller", envelope.path("caller").asText())
                        .put(
                            "accepted_at",
                            Instant.ofEpochMilli(envelope.path("accepted_at_ms").asLong())
                                .toString())));
  }

  private Trace.Stage stage(
      TracedRecord record,
      Instant acceptedAt,
      EventRecords event,
      Set<String> ended,
      Commits commits) {
    ObjectNode fields = NODES.objectNode();
    fields.put("topic", record.record().topic());
    fields.put("partition", record.record().partition());
    fields.put("offset", record.record().offset());
    fields.put("key", record.key());
    fields.put("at", Instant.ofEpochMilli(record.record().timestamp()).toString());
    fields.put("after_ms", record.record().timestamp() - acceptedAt.toEpochMilli());
    switch (record.kind()) {
      case FACTS, EXPIRIES ->
          fields.setAll(decisions.of(record, event, ended, commits.processed()));
      case WAITS -> fields.put("over", ended.contains(record.key()));
      case DEAD_LETTERS -> deadLetter(record, fields);
      default -> {
        // its content says all
      }
    }
    value(record.record(), fields);
    return new Trace.Stage(name(record.kind()), fields);
  }

  private void value(ConsumerRecord<byte[], byte[]> record, ObjectNode fields) {
    int size = RecordHead.size(record);
    if (!shown.mayHold(size) || (record.value() == null && size > 0)) {
      fields.put("value_bytes", size);
    } else {
      show("value", json.value(record.value()), fields);
    }
  }

  /** Shows a value; of a large one the size alone, because answers hold many. */
  private void show(String name, JsonNode value, ObjectNode fields) {
    JsonNode safe = HiddenSecrets.in(value);
    int size = safe.toString().length();
    if (shown.take(size)) {
      fields.set(name, safe);
    } else {
      fields.put(name + "_bytes", size);
    }
  }

  private static String name(TopicKind kind) {
    String plural = kind.name().toLowerCase(Locale.ROOT);
    return kind == TopicKind.EXPIRIES ? "fact" : plural.substring(0, plural.length() - 1);
  }

  private static void deadLetter(TracedRecord deadLetter, ObjectNode fields) {
    fields.put(
        "id",
        new DeadLetterId(
                deadLetter.topic().family().orElseThrow(),
                deadLetter.record().partition(),
                deadLetter.record().offset())
            .toString());
    fields.put("failed_at", deadLetter.header(RecordHeader.STAGE));
    fields.put("origin", deadLetter.header(RecordHeader.ORIGIN));
    fields.put("code", deadLetter.header(RecordHeader.CODE));
    fields.put("reason", deadLetter.header(RecordHeader.REASON));
  }

  /** Each item once, by its last record. */
  private List<Trace.Stage> items(List<TracedRecord> ordered, EventRecords event, Commits commits) {
    Map<String, Trace.Stage> found = new LinkedHashMap<>();
    for (TracedRecord record : ordered) {
      for (RecordItems.Written written : event.items(record)) {
        String key = written.key().table().name() + ' ' + written.key();
        found.remove(key);
        found.put(key, item(written, record.isBefore(commits.stored())));
      }
    }
    return List.copyOf(found.values());
  }

  private Trace.Stage item(RecordItems.Written written, boolean finished) {
    ObjectNode fields = NODES.objectNode();
    String table = prefix + written.key().table().name();
    fields.put("table", table);
    ObjectNode key = fields.putObject("key");
    written.key().texts().forEach(key::put);
    Optional<ObjectNode> item = tables.find(table, written.key().attributes());
    fields.put("state", finished ? written.state(item) : "unfinished");
    item.ifPresent(there -> show("item", there, fields));
    return new Trace.Stage("item", fields);
  }
}
