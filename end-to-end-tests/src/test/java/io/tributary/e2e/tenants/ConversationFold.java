package io.tributary.e2e.tenants;

import static io.tributary.harness.store.Fields.text;

import io.tributary.harness.store.PlainItem;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;

/** What its log makes of one conversation, by the documents alone; of short messages. */
final class ConversationFold {

  private static final int MOST = 200;
  private static final long LIFE_SECONDS = 2_592_000;

  private final Set<String> seen = new HashSet<>();
  private final List<Object> entries = new ArrayList<>();
  private final Set<String> clearKeys = new HashSet<>();
  private long updatedAt;
  private long newestClear = Long.MIN_VALUE;
  private int repeats;
  private int clears;

  void apply(GenericRecord fact) {
    GenericRecord event = (GenericRecord) Objects.requireNonNull(fact.get("event"));
    GenericRecord envelope = (GenericRecord) Objects.requireNonNull(fact.get("envelope"));
    long acceptedAt = (Long) Objects.requireNonNull(envelope.get("accepted_at"));
    if (event.getSchema().getName().equals("ClearedConversation")) {
      if (isNew(event)) {
        clear(acceptedAt);
      }
    } else {
      say(event, acceptedAt);
    }
  }

  /** A clear with a key has its effect once, as a message has. */
  private boolean isNew(GenericRecord clear) {
    Object key = clear.hasField("idempotency_key") ? clear.get("idempotency_key") : null;
    return key == null || clearKeys.add(key.toString());
  }

  private void clear(long acceptedAt) {
    newestClear = Math.max(newestClear, acceptedAt);
    if (!entries.isEmpty()) {
      clears++;
      entries.clear();
      touch(acceptedAt);
    }
  }

  private void say(GenericRecord event, long acceptedAt) {
    String kind = event.getSchema().getName();
    if (!seen.add(kind + " " + text(event, "message_id"))) {
      repeats++;
      return;
    }
    if (kind.equals("ReceivedMessage") && isLeftBehind(acceptedAt)) {
      return;
    }
    String role = event.hasField("role") ? text(event, "role").toLowerCase(Locale.ROOT) : "user";
    entries.add(Map.of("role", role, "content", text(event, "content")));
    if (entries.size() > MOST) {
      entries.remove(0);
    }
    touch(acceptedAt);
  }

  private boolean isLeftBehind(long acceptedAt) {
    return acceptedAt < newestClear || Math.floorDiv(acceptedAt, 1000L) + LIFE_SECONDS <= updatedAt;
  }

  private void touch(long acceptedAt) {
    updatedAt = Math.max(updatedAt, Math.floorDiv(acceptedAt, 1000L));
  }

  int repeats() {
    return repeats;
  }

  int clears() {
    return clears;
  }

  /** The item, plain, without rev and with its messages read. */
  Optional<Map<String, Object>> item(String pk, String sk) {
    if (entries.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Object> item = new TreeMap<>(Map.of("pk", pk, "sk", sk));
    item.put("messages", List.copyOf(entries));
    item.put("updated_at", Instant.ofEpochSecond(updatedAt).toString());
    item.put("ttl", PlainItem.number(updatedAt + LIFE_SECONDS));
    return Optional.of(item);
  }
}
