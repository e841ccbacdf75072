package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.kafka.Cluster;
import io.tributary.operations.kafka.TopicScan;
import io.tributary.operations.topics.RecordJson;
import io.tributary.runtime.kafka.client.LogReader;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Decisions of the processors about a fact, as its other records show them. */
final class Decisions {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Cluster cluster;
  private final List<Topic<?, ?>> flow;
  private final RecordJson json;

  /**
   * Decisions in a cluster.
   *
   * @param flow topics in the order of the flow
   */
  Decisions(Cluster cluster, List<Topic<?, ?>> flow, RecordJson json) {
    this.cluster = cluster;
    this.flow = flow;
    this.json = json;
  }

  /**
   * The decision about a fact.
   *
   * @param ended keys of waits that are over
   * @param processed committed offsets of the processors
   */
  ObjectNode of(
      TracedRecord fact,
      EventRecords event,
      Set<String> ended,
      Map<TopicPartition, Long> processed) {
    Optional<TracedRecord> deadLetter =
        event
            .of(TopicKind.DEAD_LETTERS)
            .filter(each -> each.header(RecordHeader.ORIGIN).equals(fact.place().toString()))
            .reduce((earlier, later) -> later);
    if (deadLetter.isPresent()) {
      return decision("refused").put("code", deadLetter.get().header(RecordHeader.CODE));
    }
    if (!fact.isBefore(processed)) {
      return decision("unfinished");
    }
    return waiting(fact, event, ended).orElseGet(() -> byEffect(fact, event));
  }

  private Optional<ObjectNode> waiting(TracedRecord fact, EventRecords event, Set<String> ended) {
    return event
        .of(TopicKind.WAITS)
        .filter(wait -> !ended.contains(wait.key()))
        .map(wait -> json.value(wait.record().value()))
        .filter(
            wait ->
                wait.path("partition").asInt() == fact.record().partition()
                    && wait.path("offset").asLong() == fact.record().offset())
        .map(wait -> decision("waiting").put("awaited", wait.path("awaited").asText()))
        .findFirst();
  }

  private ObjectNode byEffect(TracedRecord fact, EventRecords event) {
    Set<String> ids = EventIds.of(value(fact.record()));
    Set<String> repeated = new LinkedHashSet<>();
    boolean effect = effects(fact, event).findAny().isPresent();
    if (fact.topic().equals(DevicesTopics.BATCHES)) {
      // its readings are decided one by one
      repeated.addAll(ids);
      effects(fact, event).forEach(each -> repeated.removeAll(EventIds.of(value(each.record()))));
      effect = repeated.size() < ids.size();
    }
    if (!effect) {
      Optional<ObjectNode> outcome = outcome(event);
      return outcome
          .filter(decided -> decided.path("decision").asText().equals("rejected"))
          .orElseGet(() -> earlier(fact, ids).or(() -> outcome).orElse(decision("without effect")));
    }
    ObjectNode decision = decision("new");
    if (!repeated.isEmpty()) {
      decision.set("duplicates", NODES.arrayNode().addAll(texts(repeated)));
    }
    return decision;
  }

  private static List<JsonNode> texts(Set<String> texts) {
    return texts.stream().<JsonNode>map(NODES::textNode).toList();
  }

  /** Facts and records that follow from a fact. */
  private Stream<TracedRecord> effects(TracedRecord fact, EventRecords event) {
    int at = flow.indexOf(fact.topic());
    return event.all().stream()
        .filter(each -> each.kind() == TopicKind.FACTS || each.kind() == TopicKind.RECORDS)
        .filter(each -> flow.indexOf(each.topic()) > at);
  }

  private Optional<ObjectNode> outcome(EventRecords event) {
    return event
        .of(TopicKind.OUTCOMES)
        .map(each -> value(each.record()))
        .map(
            outcome -> {
              ObjectNode decision = decision(outcome.path("decision").asText());
              if (outcome.hasNonNull("code")) {
                decision.set("code", outcome.get("code"));
              }
              return decision;
            })
        .findFirst();
  }

  /** The first fact of the same partition, key and id. */
  private Optional<ObjectNode> earlier(TracedRecord fact, Set<String> ids) {
    if (ids.isEmpty()) {
      return Optional.empty();
    }
    Same same = new Same(fact, ids);
    try (TopicScan scan = TopicScan.open(cluster, List.of(fact.record().topic()))) {
      scan.upTo(Map.of(fact.partition(), fact.record().offset())).each(same);
    }
    return Optional.ofNullable(same.first)
        .map(
            first ->
                decision("duplicate")
                    .put("of", first.place().toString())
                    .put("of_event", first.event()));
  }

  private JsonNode value(ConsumerRecord<byte[], byte[]> record) {
    return json.value(record.value());
  }

  private static ObjectNode decision(String name) {
    return NODES.objectNode().put("decision", name);
  }

  /** Finder of the first fact with the same ids. */
  private final class Same implements LogReader.Visitor {

    private final TracedRecord fact;
    private final Set<String> ids;
    private @Nullable TracedRecord first;

    Same(TracedRecord fact, Set<String> ids) {
      this.fact = fact;
      this.ids = ids;
    }

    @Override
    public void record(ConsumerRecord<byte[], byte[]> record) {
      if (first == null
          && Arrays.equals(record.key(), fact.record().key())
          && !Collections.disjoint(EventIds.of(value(record)), ids)) {
        first = new TracedRecord(fact.topic(), record);
      }
    }

    @Override
    public boolean enough() {
      return first != null;
    }
  }
}
