package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the tables of the tenants family must hold after the demonstration; what the pipeline's
 * clock decides lies between the two moments.
 */
record TenantsItems(Moments moments) {

  static final String TENANTS = "tenants";
  static final String CONVERSATIONS = "conversations";

  private static final Duration LIFE = Duration.ofDays(30);
  private static final String MESSAGES = "messages";

  /** Entries of a conversation, which its item holds as text; none of another item. */
  static JsonNode entries(ObjectNode item) {
    String messages = item.path(MESSAGES).asText("[]");
    return DemoClient.parsed("{\"messages\": " + messages + '}').path(MESSAGES);
  }

  List<ExpectedItem> expected() {
    return Stream.of(List.of(tenant(), user()), mappings(), conversations())
        .flatMap(List::stream)
        .toList();
  }

  private ExpectedItem tenant() {
    ObjectNode item =
        DemoClient.parsed(
            """
            {"pk": "TENANT#demo", "sk": "META", "tenant_id": "demo", "name": "Demo Ltd",
             "status": "active"}
            """);
    item.put(
        "settings",
        "{\"ai_provider\":\"bedrock\",\"enabled_channels\":[\"slack\",\"telegram\",\"whatsapp\"],"
            + "\"messages_per_day\":1000,\"whatsapp_restrict_to_users\":true}");
    return ExpectedItem.revised(
        TENANTS,
        item,
        found ->
            item.deepCopy().put("created_at", moments.nearest(found.path("created_at").asText())));
  }

  private static ExpectedItem user() {
    ObjectNode item =
        DemoClient.parsed(
            """
            {"pk": "TENANT#demo", "sk": "USER#ada", "user_id": "ada", "email": "ada@demo.example",
             "display_name": "Ada", "role": "admin", "preferences": "{\\"language\\":\\"en\\"}"}
            """);
    item.put("channel_identities", "{\"slack\":\"U0DEMO0001\",\"whatsapp\":\"+1 650 555 1234\"}");
    return ExpectedItem.revised(TENANTS, item, found -> item.deepCopy());
  }

  private static List<ExpectedItem> mappings() {
    return Stream.of("slack#T0DEMO0001", "telegram#" + DemoChannels.BOT, "whatsapp#106540352242922")
        .map(
            channel -> {
              ObjectNode item = DemoClient.parsed("{\"pk\": \"TENANT#demo\"}");
              item.put("sk", "CHANNEL#" + channel).put("gsi1pk", "CHANNEL#" + channel);
              item.put("gsi1sk", "TENANT#demo");
              return ExpectedItem.revised(TENANTS, item, found -> item.deepCopy());
            })
        .toList();
  }

  private List<ExpectedItem> conversations() {
    return List.of(
        conversation(
            "slack-D0DEMO0001",
            "[{\"role\":\"user\",\"content\":\"what's the \\\"sprint\\\" status?\"},"
                + "{\"role\":\"assistant\",\"content\":\"Here's your current sprint…\"}]"),
        conversation("tg-123456789", "[{\"role\":\"user\",\"content\":\"thanks\"}]"),
        conversation(
            "wa-106540352242922-16505551234",
            "[{\"role\":\"user\",\"content\":\"café ❤\"},"
                + "{\"role\":\"user\",\"content\":\"[image]\"}]"));
  }

  private ExpectedItem conversation(String id, String messages) {
    ObjectNode item = DemoClient.parsed("{\"pk\": \"demo\"}");
    item.put("sk", id).put(MESSAGES, messages);
    return ExpectedItem.revised(
        CONVERSATIONS,
        item,
        found -> {
          String updatedAt = moments.nearest(found.path("updated_at").asText());
          long ttl = Instant.parse(updatedAt).plus(LIFE).getEpochSecond();
          return item.deepCopy().put("updated_at", updatedAt).put("ttl", ttl);
        });
  }
}
