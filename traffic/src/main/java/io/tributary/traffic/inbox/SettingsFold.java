package io.tributary.traffic.inbox;

import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.textOrNull;

import io.tributary.traffic.avro.Fields;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/** Settings of tenants and inboxes, and the lives that they have ever given to messages. */
final class SettingsFold {

  private static final String DEFAULT = "default";
  private static final long THIRTY_DAYS = 30 * 86_400L;
  private static final Map<Character, Long> UNITS = Map.of('d', 86_400L, 'm', 60L, 's', 1L);

  private final Map<List<Object>, Map<String, Object>> items = new HashMap<>();

  /** Lives in seconds by category, of all versions of an item. */
  private final Map<List<Object>, Set<Map<String, Long>>> lives = new HashMap<>();

  /** Applies the next command of the log. */
  void apply(GenericRecord command) {
    Map<String, Object> item = item(command, text(Fields.inner(command, "envelope"), "caller"));
    List<Object> key = key(item);
    items.put(key, item);
    Map<String, Long> seconds = new HashMap<>();
    if (item.get("ttl") instanceof Map<?, ?> ttl) {
      ttl.forEach((category, life) -> seconds.put(category.toString(), seconds(life.toString())));
    } else {
      seconds.put(DEFAULT, seconds(Objects.toString(item.get("ttl"))));
    }
    lives.computeIfAbsent(key, any -> new HashSet<>()).add(seconds);
  }

  /** The item of a command or a record, without {@code rev}. */
  static Map<String, Object> item(GenericRecord record, String uid) {
    String tenant = text(record, "tenant_key");
    String inbox = textOrNull(record, "inbox_key");
    GenericRecord settings = Fields.inner(record, "settings");
    Map<String, Object> item = new TreeMap<>();
    item.put("pk", "t#" + tenant);
    item.put("title", text(record, "title"));
    item.put("tenant_key", tenant);
    item.put("uid", uid);
    if (inbox == null) {
      item.put("sk", "st#tenant_settings");
      item.put("kind", "TS");
      item.put("ttl", text(settings, "ttl"));
    } else {
      item.put("sk", "si#" + inbox);
      item.put("kind", "IC");
      item.put("inbox_key", inbox);
      item.put("description", text(settings, "description"));
      Map<String, Object> ttl = new TreeMap<>();
      ((Map<?, ?>) settings.get("ttl")).forEach((k, v) -> ttl.put(k.toString(), v.toString()));
      item.put("ttl", ttl);
    }
    return item;
  }

  private static List<Object> key(Map<String, Object> item) {
    return List.of(Objects.toString(item.get("pk")), Objects.toString(item.get("sk")));
  }

  private static long seconds(String life) {
    int end = life.length() - 1;
    return Long.parseLong(life.substring(0, end)) * UNITS.getOrDefault(life.charAt(end), 0L);
  }

  Map<List<Object>, Map<String, Object>> items() {
    return items;
  }

  /**
   * True when some version of the settings, or their absence, gives a message of the category that
   * life.
   */
  boolean allows(Mailbox box, @Nullable String category, long life) {
    String pk = "t#" + box.tenant();
    for (Map<String, Long> version :
        lives.getOrDefault(List.of(pk, "si#" + box.inbox()), Set.of())) {
      Long own = category == null ? null : version.get(category);
      if (Objects.equals(own == null ? version.get(DEFAULT) : own, life)) {
        return true;
      }
    }
    return life == THIRTY_DAYS
        || lives.getOrDefault(List.of(pk, "st#tenant_settings"), Set.of()).stream()
            .anyMatch(version -> Objects.equals(version.get(DEFAULT), life));
  }
}
