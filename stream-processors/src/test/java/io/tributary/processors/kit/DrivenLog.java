package io.tributary.processors.kit;

import io.tributary.schemas.framing.Framing;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.Topics;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Model;
import io.tributary.traffic.Plain;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Topics of one partition that driven tasks read and write, and tables without a sink: they hold
 * the items that the model expects, with the revs of the records.
 */
public final class DrivenLog implements Contents {

  static final Framing FRAMING = SingleObjectFraming.ofReleases();

  private final Model model;
  private final Map<String, List<LogRecord>> topics = new HashMap<>();
  private Instant readAt = Instant.EPOCH;

  public DrivenLog(Model model) {
    this.model = model;
  }

  /** Appends a record and returns it in its place. */
  LogRecord append(String topic, String key, byte @Nullable [] value, Headers headers) {
    Map<String, String> texts = new HashMap<>();
    for (Header header : headers) {
      texts.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
    }
    return append(
        new LogRecord(topic, 0, 0, 0, key, value == null ? null : ByteBuffer.wrap(value), texts));
  }

  /** Appends a record of another log. */
  LogRecord append(LogRecord record) {
    List<LogRecord> log = topics.computeIfAbsent(record.topic(), any -> new ArrayList<>());
    LogRecord placed =
        new LogRecord(
            record.topic(), 0, log.size(), 0, record.key(), record.value(), record.headers());
    log.add(placed);
    return placed;
  }

  /** Appends what a task forwards. */
  @SuppressWarnings("unchecked") // records of a topic have its keys
  LogRecord append(MockProcessorContext.CapturedForward<?, ?> forward) {
    String name = forward.childName().orElseThrow();
    Record<?, ?> record = forward.record();
    if (record.key() instanceof byte[] key) {
      return append(
          name, new String(key, StandardCharsets.UTF_8), (byte[]) record.value(), record.headers());
    }
    Topic<Object, ?> topic = (Topic<Object, ?>) Topics.named(name).orElseThrow();
    byte @Nullable [] value =
        record.value() instanceof SpecificRecordBase typed ? FRAMING.encode(typed) : null;
    return append(name, topic.keys().encode(record.key()), value, record.headers());
  }

  /** Sets the time at which the contents are read. */
  public void readAt(Instant time) {
    readAt = time;
  }

  @Override
  public Instant readAt() {
    return readAt;
  }

  @Override
  public List<LogRecord> topic(String name) {
    return topics.getOrDefault(name, List.of());
  }

  @Override
  public Map<List<Object>, Map<String, Object>> table(String name) {
    Map<String, Long> revs = new HashMap<>();
    topics.values().forEach(log -> log.forEach(record -> noteRev(record, revs)));
    Map<List<Object>, Map<String, Object>> items = new HashMap<>();
    Objects.requireNonNull(model.items(this).get(name), name)
        .forEach(
            (key, item) -> {
              Map<String, Object> whole = new TreeMap<>(item);
              Long rev = revs.get(key.get(0) + "#" + key.get(1));
              if (rev != null) {
                whole.put("rev", Plain.number(rev));
              }
              items.put(key, whole);
            });
    return items;
  }

  private static void noteRev(LogRecord record, Map<String, Long> revs) {
    ByteBuffer value = record.value();
    if (value != null && !record.topic().endsWith("letters")) {
      GenericRecord decoded = FRAMING.decodeAny(value.array());
      if (decoded.hasField("rev") && decoded.get("rev") instanceof Long rev) {
        revs.put(record.key(), rev);
      }
    }
  }
}
