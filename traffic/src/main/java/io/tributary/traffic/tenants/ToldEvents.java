package io.tributary.traffic.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.traffic.json.PlainJson;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages in the body of a provider's request, as far as the traffic has their like: texts without
 * attachments or commands.
 *
 * @param events that can be read
 * @param malformed texts of those that cannot
 */
record ToldEvents(List<ToldEvent> events, List<String> malformed) {

  /**
   * A message.
   *
   * @param channel type and id, such as {@code slack#T1}
   * @param id what redeliveries have in common, such as {@code slack:T1:Ev1}
   */
  record ToldEvent(String channel, String conversation, String id, String sender, String text) {}

  /** Collects the events of a body. */
  private static final class Reading {

    private final List<ToldEvent> events = new ArrayList<>();
    private final List<String> malformed = new ArrayList<>();

    /** Adds a message, unless a part of it is missing. */
    void add(String channel, String conversation, String id, String sender, String text) {
      if (conversation.isEmpty() || id.endsWith(":") || sender.isEmpty()) {
        malformed.add(text);
      } else if (!text.isBlank()) {
        events.add(new ToldEvent(channel, conversation, id, sender, text));
      }
    }
  }

  /**
   * The events of a request.
   *
   * @param id of a generic webhook, which its body does not have
   * @throws IllegalArgumentException for a body that is no JSON object
   */
  static ToldEvents read(String provider, String account, String id, String body) {
    JsonNode root = PlainJson.tree(body);
    if (!root.isObject()) {
      throw new IllegalArgumentException("no JSON object");
    }
    Reading reading = new Reading();
    switch (provider) {
      case "slack" -> slack(reading, root);
      case "telegram" -> telegram(reading, account, root);
      case "generic" ->
          reading.add(
              "generic#" + account,
              text(root, "conversation_id"),
              id,
              text(root.path("sender"), "id"),
              text(root, "text"));
      case "whapi" -> root.path("messages").forEach(one -> whapi(reading, account, root, one));
      case "meta" ->
          root.path("entry")
              .forEach(entry -> entry.path("changes").forEach(change -> meta(reading, change)));
      default -> throw new IllegalArgumentException("no traffic of " + provider);
    }
    return new ToldEvents(reading.events, reading.malformed);
  }

  private static void slack(Reading reading, JsonNode root) {
    JsonNode event = root.path("event");
    if (!text(event, "type").equals("message") || event.has("subtype") || event.has("bot_id")) {
      return;
    }
    String thread = text(event, "thread_ts");
    String channel = text(event, "channel");
    String conversation = "slack-" + channel + (thread.isEmpty() ? "" : "-" + thread);
    String team = text(root, "team_id");
    reading.add(
        "slack#" + team,
        channel.isEmpty() ? "" : conversation,
        "slack:" + team + ':' + text(root, "event_id"),
        text(event, "user"),
        text(event, "text"));
  }

  private static void telegram(Reading reading, String account, JsonNode root) {
    JsonNode message = root.path("message");
    if (message.has("text")) {
      String chat = text(message.path("chat"), "id");
      reading.add(
          "telegram#" + account,
          chat.isEmpty() ? "" : "tg-" + chat,
          "telegram:" + account + ':' + text(root, "update_id"),
          text(message.path("from"), "id"),
          text(message, "text"));
    }
  }

  private static void whapi(Reading reading, String account, JsonNode root, JsonNode message) {
    if (!message.path("from_me").asBoolean()) {
      String chat = text(message, "chat_id");
      reading.add(
          "whatsapp#" + account,
          chat.isEmpty() ? "" : "wa-" + chat,
          "whapi:" + text(root, "channel_id") + ':' + text(message, "id"),
          text(message, "from"),
          text(message.path("text"), "body"));
    }
  }

  private static void meta(Reading reading, JsonNode change) {
    JsonNode value = change.path("value");
    String number = text(value.path("metadata"), "phone_number_id");
    for (JsonNode message : value.path("messages")) {
      String from = text(message, "from");
      reading.add(
          "whatsapp#" + number,
          from.isEmpty() ? "" : "wa-" + number + '-' + from,
          "meta:" + number + ':' + text(message, "id"),
          from,
          text(message.path("text"), "body"));
    }
  }

  /** Text or whole number of a member; empty when there is none. */
  private static String text(JsonNode object, String member) {
    return object.path(member).asText();
  }
}
