package io.tributary.traffic.history;

import io.tributary.traffic.Plain;
import io.tributary.traffic.avro.PlainRecord;
import io.tributary.traffic.check.KeyRules;
import io.tributary.traffic.json.PlainJson;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A message, a thread or a feedback as its record must tell it: fields by name, JSON as plain
 * values, {@code rev} without its generation.
 */
record State(Map<String, Object> fields) {

  private static final long GENERATION = 1_000_000_000_000L;
  private static final List<String> IDS = List.of("org_id", "tenant_id", "user_id", "thread_id");
  private static final List<String> JSON = List.of("response_metadata", "sources");

  /** The state of a record, or what the event of a fact says. */
  static State of(GenericRecord record) {
    Map<String, Object> fields = PlainRecord.of(record);
    for (String name : JSON) {
      fields.computeIfPresent(name, (any, json) -> PlainJson.of(json.toString()));
    }
    fields.computeIfPresent(
        "content",
        (any, content) ->
            content instanceof Map<?, ?> structured
                ? PlainJson.of(String.valueOf(structured.get("json")))
                : content);
    fields.computeIfPresent("rev", (any, rev) -> (Long) rev % GENERATION);
    return new State(fields);
  }

  /** The ids of a fact's thread, and those of the fields that are there. */
  static State within(Map<String, Object> ids, State of, List<String> names) {
    Map<String, Object> fields = new HashMap<>(ids);
    for (String name : names) {
      Object value = of.fields.get(name);
      if (value != null) {
        fields.put(name, value);
      }
    }
    return new State(fields);
  }

  /** The ids of a thread. */
  static Map<String, Object> idsOf(Map<String, Object> fields) {
    Map<String, Object> ids = new HashMap<>(fields);
    ids.keySet().retainAll(IDS);
    return ids;
  }

  /** Partition key of a thread's items. */
  static String pk(Map<String, Object> ids) {
    return userPk(ids) + '#' + ids.get("thread_id");
  }

  private static String userPk(Map<String, Object> ids) {
    Object tenant = ids.get("tenant_id");
    return ids.get("org_id") + (tenant == null ? "" : "#" + tenant) + '#' + ids.get("user_id");
  }

  /** The same with another value, or without one. */
  State with(String name, @Nullable Object value) {
    Map<String, Object> changed = new HashMap<>(fields);
    if (value == null) {
      changed.remove(name);
    } else {
      changed.put(name, value);
    }
    return new State(changed);
  }

  /** The state after a change at that time: {@code updated_at} never moves back. */
  State changedAt(long at) {
    return with("updated_at", Math.max(whole("updated_at"), at)).with("rev", whole("rev") + 1);
  }

  @Nullable Object get(String name) {
    return fields.get(name);
  }

  long whole(String name) {
    return (Long) Objects.requireNonNull(fields.get(name), name);
  }

  boolean isTemporary() {
    return Boolean.TRUE.equals(fields.get("is_temporary"));
  }

  boolean livesAt(long millis) {
    return Life.isOf(whole("expiry_time"), millis);
  }

  /** Sort key of a message's item. */
  String messageSk() {
    return prefix() + KeyRules.padded(whole("timestamp"), 19) + '#' + get("message_id");
  }

  /** Key of a message's record. */
  String messageKey() {
    return pk(fields) + '#' + messageSk();
  }

  private String prefix() {
    return "USER".equals(get("role")) ? "MSG#" : "LLM#";
  }

  /** Puts a message's item. */
  void putMessage(Map<List<Object>, Map<String, Object>> items) {
    Map<String, Object> item =
        item(
            "content",
            "message_id",
            "thread_id",
            "stop_reason",
            "response_metadata",
            "sources",
            "feedback");
    item.put("SKMessage", prefix() + get("message_id"));
    item.put("timestamp", Plain.number(whole("timestamp")));
    item.put("role", "USER".equals(get("role")) ? "user" : "assistant");
    if (get("verso") != null) {
      item.put("verso", "UP".equals(get("verso")) ? "up" : "down");
    }
    put(items, item, pk(fields), messageSk());
  }

  /** Puts a thread's two items: beside its messages, and in the list of its user. */
  void putThread(Map<List<Object>, Map<String, Object>> items) {
    Map<String, Object> item = item("org_id", "user_id", "origin", "is_temporary", "title");
    item.put("user_message_count", Plain.number(whole("user_message_count")));
    item.put("SKTimestampThread", "THREAD#" + whole("last_activity_at") + '#' + get("thread_id"));
    for (String pk : List.of(pk(fields), userPk(fields))) {
      put(items, new HashMap<>(item), pk, "THREAD#" + get("thread_id"));
    }
  }

  private Map<String, Object> item(String... names) {
    Map<String, Object> item = new HashMap<>(fields);
    item.keySet().retainAll(List.of(names));
    item.put("ExpiryTime", Plain.number(whole("expiry_time")));
    item.put("created_at", Life.text(whole("created_at")));
    item.put("updated_at", Life.text(whole("updated_at")));
    return item;
  }

  private static void put(
      Map<List<Object>, Map<String, Object>> items,
      Map<String, Object> item,
      String pk,
      String sk) {
    item.put("PK", pk);
    item.put("SK", sk);
    items.put(List.of(pk, sk), item);
  }
}
