package io.tributary.traffic.inbox;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.schemas.topic.InboxTopics;
import io.tributary.traffic.Contents;
import io.tributary.traffic.LogRecord;
import io.tributary.traffic.avro.SingleObject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/** Topics and a table that a test writes, with the facts of the family. */
final class ScriptedLog implements Contents {

  static final int PARTITIONS = InboxTopics.EVENTS.partitions();

  final Map<String, List<LogRecord>> topics = new HashMap<>();
  final Map<List<Object>, Map<String, Object>> table = new HashMap<>();
  Instant readAt = Instant.EPOCH;
  private int facts;

  @Override
  public List<LogRecord> topic(String name) {
    return topics.getOrDefault(name, List.of());
  }

  @Override
  public Map<List<Object>, Map<String, Object>> table(String name) {
    return table;
  }

  @Override
  public Instant readAt() {
    return readAt;
  }

  static int home(String key) {
    return Utils.toPositive(Utils.murmur2(key.getBytes(StandardCharsets.UTF_8))) % PARTITIONS;
  }

  /** Appends a record to the partition of its key. */
  LogRecord append(String topic, String key, @Nullable GenericRecord value) {
    return append(topic, home(key), key, value, Map.of());
  }

  LogRecord append(
      String topic,
      int partition,
      String key,
      @Nullable GenericRecord value,
      Map<String, String> headers) {
    List<LogRecord> records = topics.computeIfAbsent(topic, any -> new ArrayList<>());
    @Nullable ByteBuffer bytes =
        value == null ? null : ByteBuffer.wrap(SingleObject.encode(value)).asReadOnlyBuffer();
    LogRecord record = new LogRecord(topic, partition, records.size(), 0, key, bytes, headers);
    records.add(record);
    return record;
  }

  /** An envelope of a new fact. */
  GenericRecord envelope(String requestId, long acceptedAt) {
    return record("FactEnvelope")
        .set("fact_id", "fact-" + facts++)
        .set("accepted_at", acceptedAt)
        .set("request_id", requestId)
        .set("caller", "tests")
        .set("producer_version", "1")
        .build();
  }

  static GenericRecordBuilder record(String type) {
    return new GenericRecordBuilder(SingleObject.schema(type));
  }

  /** The publication that a request's body asks for. */
  static GenericRecord publication(JsonNode body, long expiredat) {
    JsonNode message = body.path("message");
    JsonNode uids = body.path("audiences").path("uids");
    List<String> recipients = new ArrayList<>();
    uids.forEach(
        uid -> {
          if (!recipients.contains(uid.asText())) {
            recipients.add(uid.asText());
          }
        });
    GenericRecord details =
        record("MessageDetails")
            .set("host_system_id", text(body.path("host_system_id")))
            .set("sender", body.path("sender").asText("tests"))
            .set("label", body.path("audiences").path("label").asText())
            .set("title", message.path("title").asText())
            .set("body", message.path("body").toString())
            .set("cta_uri", text(message.path("cta_uri")))
            .build();
    return record("Publication")
        .set("audience", symbol("AudienceKind", uids.isMissingNode() ? "EVERYONE" : "USERS"))
        .set("uids", recipients)
        .set("category", text(body.path("taxonomy").path("category")))
        .set("expiredat", expiredat)
        .set("details", details)
        .build();
  }

  private static @Nullable String text(JsonNode node) {
    return node.isTextual() ? node.asText() : null;
  }

  static Object symbol(String type, String name) {
    return new GenericData.EnumSymbol(SingleObject.schema(type), name);
  }
}
