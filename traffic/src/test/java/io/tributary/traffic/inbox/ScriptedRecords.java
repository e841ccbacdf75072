package io.tributary.traffic.inbox;

import static io.tributary.traffic.inbox.ScriptedLog.record;

import io.tributary.traffic.LogRecord;
import io.tributary.traffic.Plain;
import io.tributary.traffic.avro.Fields;
import io.tributary.traffic.avro.SingleObject;
import io.tributary.traffic.check.Violations;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.jspecify.annotations.Nullable;

/** Records, waits, dead letters and items of a log, as the model folds them. */
final class ScriptedRecords {

  private final ScriptedLog log;
  private final InboxFold fold;
  private final Map<String, LogRecord> facts = new HashMap<>();

  /** Texts of messages by title. */
  private final Map<Object, GenericRecord> details = new HashMap<>();

  ScriptedRecords(ScriptedLog log) {
    this.log = log;
    this.fold = InboxFold.of(log);
    log.topics.values().forEach(all -> all.forEach(record -> facts.put(record.place(), record)));
    for (LogRecord fact : log.topic("inbox.events")) {
      SingleObject.decode(fact, "InboxEvent")
          .map(value -> Fields.inner(value, "event"))
          .filter(event -> event.hasField("details"))
          .map(event -> Fields.inner(event, "details"))
          .ifPresent(each -> details.put(each.get("title"), each));
    }
  }

  void write() {
    fold.items().forEach(this::write);
    fold.letters().codes().forEach(this::bury);
    fold.waits(Instant.EPOCH, new Violations()).forEach(this::await);
  }

  private void write(List<Object> key, Map<String, Object> item) {
    String sk = key.get(1).toString();
    String recordKey = key.get(0) + "#" + sk;
    Map<String, Object> stored = new HashMap<>(item);
    stored.put("rev", Plain.number(2));
    log.table.put(key, stored);
    for (long rev = 1; rev <= 2; rev++) {
      if (sk.startsWith("c#")) {
        log.append("inbox.stats", recordKey, counter(item, sk, rev));
      } else if (sk.startsWith("s")) {
        log.append("inbox.settings", recordKey, settings(item, rev));
      } else if (item.containsKey("kind")) {
        log.append("inbox.messages", recordKey, message(item, rev));
      } else {
        log.append("inbox.receipts", recordKey, receipt(key, item, rev));
      }
    }
  }

  private static GenericRecordBuilder owned(String type, Map<String, Object> item, long rev) {
    return record(type)
        .set("tenant_key", item.get("tenant_key"))
        .set("inbox_key", item.get("inbox_key"))
        .set("uid", item.get("uid"))
        .set("rev", rev);
  }

  private static GenericRecord counter(Map<String, Object> item, String sk, long rev) {
    return owned("InboxStats", item, rev)
        .set("category", sk.equals("c#*") ? null : sk.substring(2))
        .set("published", number(item, "published"))
        .set("read", number(item, "read"))
        .build();
  }

  private static GenericRecord settings(Map<String, Object> item, long rev) {
    return owned("InboxSettings", item, rev)
        .set("title", item.get("title"))
        .set(
            "settings",
            item.containsKey("inbox_key")
                ? record("InboxConfig")
                    .set("description", item.get("description"))
                    .set("ttl", item.get("ttl"))
                    .build()
                : record("TenantSettings").set("ttl", item.get("ttl")).build())
        .build();
  }

  private GenericRecord message(Map<String, Object> item, long rev) {
    Object title = ((Map<?, ?>) Objects.requireNonNull(item.get("message"))).get("title");
    return owned("InboxMessage", item, rev)
        .set("id", item.get("id"))
        .set("category", category(item))
        .set("received", number(item, "received"))
        .set("readat", number(item, "readat"))
        .set("expiredat", number(item, "expiredat"))
        .set("details", details.get(title))
        .build();
  }

  private static GenericRecord receipt(List<Object> key, Map<String, Object> item, long rev) {
    String[] pk = key.get(0).toString().split("#", -1);
    return record("InboxReceipt")
        .set("tenant_key", pk[1].substring(0, pk[1].length() - 1))
        .set("inbox_key", pk[3])
        .set("uid", pk[2])
        .set("id", key.get(1).toString().substring(2))
        .set("category", category(item))
        .set("readat", number(item, "readat"))
        .set("expiredat", number(item, "expiredat"))
        .set("rev", rev)
        .build();
  }

  private static @Nullable Object category(Map<String, Object> item) {
    return item.get("taxonomy") instanceof Map<?, ?> taxonomy ? taxonomy.get("category") : null;
  }

  private static @Nullable Long number(Map<String, Object> item, String name) {
    return item.get(name) instanceof BigDecimal number ? number.longValue() : null;
  }

  private void bury(String place, String code) {
    LogRecord fact = Objects.requireNonNull(facts.get(place));
    log.append(
        "inbox.dead-letters",
        fact.partition(),
        fact.key(),
        Optional.ofNullable(fact.value()).map(SingleObject::decode).orElse(null),
        Map.of("tributary-origin", place, "tributary-code", code, "tributary-stage", "process"));
  }

  private void await(String key, String place) {
    String[] parts = place.split("/", -1);
    log.append(
        "inbox.waits",
        key,
        record("WaitingFact")
            .set("topic", "inbox.events")
            .set("partition", Integer.parseInt(parts[0]))
            .set("offset", Long.parseLong(parts[1]))
            .set("awaited", "")
            .set("accepted_at", 0L)
            .set("key", key)
            .set("value", ByteBuffer.allocate(0))
            .set("headers", List.of())
            .build());
  }
}
