package io.tributary.cli.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.ProviderAccount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** A conversation of a tenant, what it has planned, and what was accepted of it. */
final class Chat {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MESSAGES = "messages";

  final int number;
  final String id;
  final Optional<ProviderAccount> account;
  private final List<String> asked = new ArrayList<>();
  private final List<String> answered = new ArrayList<>();

  /** Planned so far. */
  int messages;

  /** Planned so far. */
  int clears;

  boolean unknown;

  /**
   * A conversation that is planned.
   *
   * @param id as the table has it
   * @param account whose provider brings what people say
   */
  Chat(int number, String id, Optional<ProviderAccount> account) {
    this.number = number;
    this.id = id;
    this.account = account;
  }

  /** A text that no other message of it has. */
  String next(String word, SplittableRandom chance) {
    messages++;
    return word + messages + ": " + chance.nextInt(1_000_000);
  }

  void asked(String text) {
    asked.add(text);
  }

  void answered(String text) {
    answered.add(text);
  }

  void cleared() {
    asked.clear();
    answered.clear();
  }

  void lost() {
    unknown = true;
  }

  boolean isBegun() {
    return asked.size() + answered.size() > 0;
  }

  /**
   * The item. What people say and what is replied come by different ways, so each has its order and
   * nobody promises one between them.
   */
  ObjectNode wanted(@Nullable ObjectNode found) {
    JsonNode entries = found == null ? MissingNode.getInstance() : entries(found);
    boolean right =
        entries.size() == asked.size() + answered.size()
            && contents(entries, "user").equals(asked)
            && contents(entries, "assistant").equals(answered);
    if (found != null && right) {
      return Run.object().<ObjectNode>set(MESSAGES, found.get(MESSAGES));
    }
    ArrayNode wanted = JSON.createArrayNode();
    asked.forEach(text -> wanted.addObject().put("role", "user").put("content", text));
    answered.forEach(text -> wanted.addObject().put("role", "assistant").put("content", text));
    return Run.object().put(MESSAGES, wanted.toString());
  }

  private static JsonNode entries(ObjectNode item) {
    try {
      return JSON.readTree(item.path(MESSAGES).asText("[]"));
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  private static List<String> contents(JsonNode entries, String role) {
    List<String> contents = new ArrayList<>();
    for (JsonNode entry : entries) {
      if (entry.path("role").asText().equals(role)) {
        contents.add(entry.path("content").asText());
      }
    }
    return contents;
  }
}
