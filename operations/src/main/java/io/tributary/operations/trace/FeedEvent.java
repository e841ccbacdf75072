package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicKind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** An event by the headers of its records. */
final class FeedEvent {

  private final String id;
  private final Topic<?, ?> topic;
  private final ConsumerRecord<byte[], byte[]> fact;
  private final Map<TopicPartition, Long> records = new HashMap<>();
  private boolean forwarded;
  private boolean waiting;
  private boolean answered;
  private String code = "";

  /** An event by its first fact. */
  FeedEvent(String id, Topic<?, ?> topic, ConsumerRecord<byte[], byte[]> fact) {
    this.id = id;
    this.topic = topic;
    // without its value, which may be large
    this.fact =
        new ConsumerRecord<>(
            fact.topic(),
            fact.partition(),
            fact.offset(),
            fact.timestamp(),
            fact.timestampType(),
            0,
            0,
            fact.key(),
            null,
            fact.headers(),
            fact.leaderEpoch());
  }

  long at() {
    return fact.timestamp();
  }

  /**
   * Adds another record of the event.
   *
   * @param stored true for a topic that the sink reads
   */
  void add(Topic<?, ?> of, ConsumerRecord<byte[], byte[]> record, boolean stored) {
    switch (of.kind()) {
      case FACTS -> forwarded = true;
      case WAITS -> waiting = record.value() != null;
      case OUTCOMES -> answered = true;
      case DEAD_LETTERS -> code = RecordHeader.CODE.get(record.headers()).orElse("UNKNOWN");
      case RECORDS -> {
        // a repeated batch is activity of its device
        boolean activity = topic.equals(DevicesTopics.BATCHES) && of.equals(DevicesTopics.DEVICES);
        if (stored && !activity) {
          records.merge(partition(record), record.offset(), Math::max);
        } else if (!activity) {
          forwarded = true;
        }
      }
      default -> {
        // tells nothing about the event
      }
    }
    if (of.kind() == TopicKind.RECORDS) {
      waiting = false;
    }
  }

  private static TopicPartition partition(ConsumerRecord<byte[], byte[]> record) {
    return new TopicPartition(record.topic(), record.partition());
  }

  /** State by the committed offsets of processors and sink. */
  String result(Map<TopicPartition, Long> processed, Map<TopicPartition, Long> stored) {
    if (!code.isEmpty()) {
      return "refused";
    }
    if (waiting) {
      return "waiting";
    }
    if (!records.isEmpty()) {
      boolean all =
          records.entrySet().stream()
              .allMatch(each -> each.getValue() < stored.getOrDefault(each.getKey(), 0L));
      return all ? "stored" : "unfinished";
    }
    if (fact.offset() >= processed.getOrDefault(partition(fact), 0L)) {
      return "unfinished";
    }
    if (forwarded) {
      return "published";
    }
    return answered ? "answered" : "duplicate";
  }

  String family() {
    return topic.family().orElseThrow().label();
  }

  String key() {
    return fact.key() == null ? "" : new String(fact.key(), StandardCharsets.UTF_8);
  }

  ObjectNode json(String result) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("event", id)
        .put("family", family())
        .put("topic", fact.topic())
        .put("partition", fact.partition())
        .put("offset", fact.offset())
        .put("key", key())
        .put("at", Instant.ofEpochMilli(at()).toString())
        .put("since", Long.toString(Math.min(at(), acceptedAt())))
        .put("request_id", RecordHeader.REQUEST_ID.get(fact.headers()).orElse(""))
        .put("result", result)
        .put("code", code);
  }

  private long acceptedAt() {
    return RecordHeader.ACCEPTED_AT
        .get(fact.headers())
        .filter(text -> text.matches("\\d{1,15}"))
        .map(Long::parseLong)
        .orElse(at());
  }
}
