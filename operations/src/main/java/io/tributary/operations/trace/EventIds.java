package io.tributary.operations.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Ids by which processors know an event again. */
final class EventIds {

  private static final Set<String> NAMES =
      Set.of(
          "batch_id", "message_id", "event_id", "update_id", "request_id", "idempotency_key", "id");

  private EventIds() {}

  /** Ids in a value, without those of its envelope; each with the type of its event, if named. */
  static Set<String> of(JsonNode value) {
    Set<String> ids = new LinkedHashSet<>();
    collect(value, "", ids);
    return ids;
  }

  private static void collect(JsonNode node, String type, Set<String> ids) {
    if (node.isArray()) {
      node.forEach(element -> collect(element, type, ids));
      return;
    }
    String own = node.path("@type").asText(type);
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (NAMES.contains(member.getKey()) && member.getValue().isTextual()) {
        ids.add(
            own.isEmpty() ? member.getValue().asText() : own + ' ' + member.getValue().asText());
      } else if (!member.getKey().equals("envelope")) {
        collect(member.getValue(), own, ids);
      }
    }
  }
}
