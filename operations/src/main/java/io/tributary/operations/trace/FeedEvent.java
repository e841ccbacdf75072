package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.operations.kafka.RecordHead;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** An event by the headers of its records. */
final class FeedEvent {

  /** The last offsets of its facts, of its records for the sink, and of activity of devices. */
  private final Map<TopicPartition, Long> facts = new HashMap<>();

  private final Map<TopicPartition, Long> records = new HashMap<>();
  private final Map<TopicPartition, Long> devices = new HashMap<>();
  private @Nullable TracedRecord fact;
  private boolean published;
  private boolean waiting;
  private boolean answered;
  private String code = "";

  /** True once its fact is read: topics are read in any order. Other methods need it. */
  boolean isKnown() {
    return fact != null;
  }

  private TracedRecord first() {
    return Objects.requireNonNull(fact);
  }

  long at() {
    return first().record().timestamp();
  }

  private void addFact(TracedRecord added) {
    TracedRecord known = fact;
    reach(facts, added);
    if (known == null || added.record().timestamp() < known.record().timestamp()) {
      fact = new TracedRecord(added.topic(), RecordHead.of(added.record()));
    }
  }

  /**
   * Adds a record of the event.
   *
   * @param stored true for a topic that the sink reads
   */
  void add(TracedRecord record, boolean stored) {
    switch (record.kind()) {
      case FACTS -> addFact(record);
      case WAITS -> waiting = record.record().value() != null;
      case OUTCOMES -> answered = true;
      case DEAD_LETTERS -> code = record.header(RecordHeader.CODE);
      case RECORDS -> addResult(record, stored);
      default -> {
        // no stage of the event
      }
    }
  }

  private void addResult(TracedRecord record, boolean stored) {
    waiting = false;
    if (!stored) {
      published = true;
    } else if (record.topic().equals(DevicesTopics.DEVICES)) {
      reach(devices, record);
    } else {
      reach(records, record);
    }
  }

  private static void reach(Map<TopicPartition, Long> offsets, TracedRecord record) {
    offsets.merge(record.partition(), record.record().offset(), Math::max);
  }

  /** State by the committed offsets of processors and sink. */
  String result(Commits commits) {
    if (!code.isEmpty()) {
      return "refused";
    }
    if (waiting) {
      return "waiting";
    }
    if (!areBefore(commits.processed(), facts)) {
      return "unfinished";
    }
    if (hasRecords()) {
      return isStored(commits) ? "stored" : "unfinished";
    }
    if (published) {
      return "published";
    }
    return answered ? "answered" : "duplicate";
  }

  private boolean hasRecords() {
    // a repeated batch is activity of its device
    boolean activity = first().topic().equals(DevicesTopics.BATCHES);
    return !records.isEmpty() || !(activity || devices.isEmpty());
  }

  private boolean isStored(Commits commits) {
    return areBefore(commits.stored(), records) && areBefore(commits.stored(), devices);
  }

  private static boolean areBefore(
      Map<TopicPartition, Long> committed, Map<TopicPartition, Long> offsets) {
    return offsets.entrySet().stream()
        .allMatch(each -> each.getValue() < committed.getOrDefault(each.getKey(), 0L));
  }

  String family() {
    return first().topic().family().orElseThrow().label();
  }

  String key() {
    return first().key();
  }

  ObjectNode json(String result) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("event", first().event())
        .put("family", family())
        .put("topic", first().record().topic())
        .put("partition", first().record().partition())
        .put("offset", first().record().offset())
        .put("key", key())
        .put("at", Instant.ofEpochMilli(at()).toString())
        .put("since", Long.toString(Math.min(at(), first().acceptedAt().toEpochMilli())))
        .put("request_id", first().header(RecordHeader.REQUEST_ID))
        .put("result", result)
        .put("code", code);
  }
}
