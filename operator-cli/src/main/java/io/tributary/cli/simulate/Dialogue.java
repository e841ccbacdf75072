package io.tributary.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Accepted messages of a conversation. Each side has its order; there is none between them. */
final class Dialogue {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MESSAGES = "messages";

  private final List<String> users = new ArrayList<>();
  private final List<String> assistants = new ArrayList<>();

  void user(String text) {
    users.add(text);
  }

  void assistant(String text) {
    assistants.add(text);
  }

  void clear() {
    users.clear();
    assistants.clear();
  }

  boolean isEmpty() {
    return users.isEmpty() && assistants.isEmpty();
  }

  /**
   * An item with the attribute {@code messages}: that of the found item if it holds these messages.
   *
   * @param found the item, whose messages are a list, or JSON text of a list
   */
  ObjectNode expected(@Nullable ObjectNode found) {
    if (found != null) {
      JsonNode messages = messages(found);
      if (messages.size() == users.size() + assistants.size()
          && contents(messages, "user").equals(users)
          && contents(messages, "assistant").equals(assistants)) {
        return Run.object().<ObjectNode>set(MESSAGES, found.path(MESSAGES));
      }
    }
    ArrayNode messages = JSON.createArrayNode();
    users.forEach(text -> messages.addObject().put("role", "user").put("content", text));
    assistants.forEach(text -> messages.addObject().put("role", "assistant").put("content", text));
    return Run.object().put(MESSAGES, messages.toString());
  }

  private static JsonNode messages(ObjectNode item) {
    JsonNode messages = item.path(MESSAGES);
    try {
      return messages.isTextual() ? JSON.readTree(messages.asText()) : messages;
    } catch (JsonProcessingException e) {
      return messages;
    }
  }

  private static List<String> contents(JsonNode messages, String role) {
    List<String> contents = new ArrayList<>();
    for (JsonNode message : messages) {
      if (message.path("role").asText().equals(role)) {
        contents.add(message.path("content").asText());
      }
    }
    return contents;
  }
}
