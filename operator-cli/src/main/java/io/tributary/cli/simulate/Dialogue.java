package io.tributary.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Accepted messages of a conversation. Each side has its order; there is none between them. */
final class Dialogue {

  private static final String MESSAGES = "messages";

  private final List<ObjectNode> said = new ArrayList<>();

  void say(String role, String content) {
    said.add(Run.object().put("role", role).put("content", content));
  }

  void clear() {
    said.clear();
  }

  boolean isEmpty() {
    return said.isEmpty();
  }

  /**
   * An item with the attribute {@code messages}: that of the found item if it holds these messages.
   *
   * @param found the item, whose messages are a list, or JSON text of a list
   */
  ObjectNode expected(@Nullable ObjectNode found) {
    JsonNode there = found == null ? MissingNode.getInstance() : found.path(MESSAGES);
    JsonNode messages = there.isTextual() ? parsed(there.asText()) : there;
    boolean same =
        messages.size() == said.size()
            && Stream.of("user", "assistant")
                .allMatch(role -> contents(messages, role).equals(contents(said, role)));
    return same
        ? Run.object().<ObjectNode>set(MESSAGES, there)
        : Run.object().put(MESSAGES, said.toString());
  }

  private static JsonNode parsed(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  private static List<String> contents(Iterable<? extends JsonNode> messages, String role) {
    List<String> contents = new ArrayList<>();
    for (JsonNode message : messages) {
      if (message.path("role").asText().equals(role)) {
        contents.add(message.path("content").asText());
      }
    }
    return contents;
  }
}
