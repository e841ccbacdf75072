package io.tributary.e2e.outreach;

import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Items of conversations-dev, plain as {@link PlainItem} has them. */
final class OutreachItems {

  static final String TABLE = "conversations-dev";

  private final Tables tables;

  OutreachItems(Tables tables) {
    this.tables = tables;
  }

  /** A conversation, without its rev. */
  Optional<Map<String, Object>> find(String recipient, String id) {
    return tables
        .get(TABLE, Map.of("primary_channel", recipient, "conversation_id", id))
        .map(PlainItem::of);
  }

  /** One that must be there. */
  Map<String, Object> item(String recipient, String id) {
    return find(recipient, id)
        .orElseThrow(() -> new AssertionError("no item " + recipient + " " + id));
  }

  /** How far a conversation has come, and what was said, such as {@code user: hello}. */
  List<String> entries(String recipient, String id) {
    return entries(item(recipient, id));
  }

  static List<String> entries(Map<String, Object> item) {
    return ((List<?>) Objects.requireNonNull(item.get("messages")))
        .stream()
            .map(entry -> (Map<?, ?>) entry)
            .map(entry -> entry.get("role") + ": " + entry.get("content"))
            .toList();
  }

  static String text(Map<String, Object> item, String name) {
    return (String) Objects.requireNonNull(item.get(name), name);
  }
}
