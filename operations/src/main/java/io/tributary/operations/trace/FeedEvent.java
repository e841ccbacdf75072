package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.DevicesTopics;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** An event by the headers of its records. */
final class FeedEvent {

  private final TracedRecord fact;
  private final Map<TopicPartition, Long> records = new HashMap<>();
  private boolean forwarded;
  private boolean waiting;
  private boolean answered;
  private String code = "";

  /** An event by its first fact, whose value may be large and is not kept. */
  FeedEvent(TracedRecord first) {
    ConsumerRecord<byte[], byte[]> record = first.record();
    fact =
        new TracedRecord(
            first.topic(),
            new ConsumerRecord<>(
                record.topic(),
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.timestampType(),
                0,
                0,
                record.key(),
                null,
                record.headers(),
                record.leaderEpoch()));
  }

  long at() {
    return fact.record().timestamp();
  }

  /**
   * Adds another record of the event.
   *
   * @param stored true for a topic that the sink reads
   */
  void add(TracedRecord record, boolean stored) {
    switch (record.kind()) {
      case FACTS -> forwarded = true;
      case WAITS -> waiting = record.record().value() != null;
      case OUTCOMES -> answered = true;
      case DEAD_LETTERS -> code = record.header(RecordHeader.CODE);
      case RECORDS -> addResult(record, stored);
      default -> {
        // tells nothing about the event
      }
    }
  }

  private void addResult(TracedRecord record, boolean stored) {
    waiting = false;
    // a repeated batch is activity of its device
    boolean activity =
        fact.topic().equals(DevicesTopics.BATCHES) && record.topic().equals(DevicesTopics.DEVICES);
    if (stored && !activity) {
      records.merge(record.partition(), record.record().offset(), Math::max);
    } else if (!activity) {
      forwarded = true;
    }
  }

  /** State by the committed offsets of processors and sink. */
  String result(Commits commits) {
    if (!code.isEmpty()) {
      return "refused";
    }
    if (waiting) {
      return "waiting";
    }
    if (!records.isEmpty()) {
      boolean all =
          records.entrySet().stream()
              .allMatch(each -> each.getValue() < commits.stored().getOrDefault(each.getKey(), 0L));
      return all ? "stored" : "unfinished";
    }
    if (!fact.isBefore(commits.processed())) {
      return "unfinished";
    }
    if (forwarded) {
      return "published";
    }
    return answered ? "answered" : "duplicate";
  }

  String family() {
    return fact.topic().family().orElseThrow().label();
  }

  String key() {
    return fact.key();
  }

  ObjectNode json(String result) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("event", fact.event())
        .put("family", family())
        .put("topic", fact.record().topic())
        .put("partition", fact.record().partition())
        .put("offset", fact.record().offset())
        .put("key", key())
        .put("at", Instant.ofEpochMilli(at()).toString())
        .put("since", Long.toString(Math.min(at(), fact.acceptedAt().toEpochMilli())))
        .put("request_id", fact.header(RecordHeader.REQUEST_ID))
        .put("result", result)
        .put("code", code);
  }
}
