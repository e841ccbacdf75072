package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.cli.client.Call;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A tenant with a user and three channels. Slack, Telegram and Meta each tell everything twice; one
 * message is answered, twice, and one conversation is cleared and goes on, which a late redelivery
 * does not undo.
 */
final class TenantsDemo implements DemoFamily {

  private static final String ADMIN = "/v1/admin/tenants/demo";
  private static final String CONVERSATIONS = "/v1/tenants/demo/conversations/";

  private static final String TENANT =
      """
      {"name": "Demo Ltd", "status": "active",
       "settings": {"ai_provider": "bedrock", "enabled_channels": ["slack", "telegram", "whatsapp"],
                    "messages_per_day": 1000, "whatsapp_restrict_to_users": true}}
      """;
  private static final String ADA =
      """
      {"email": "ada@demo.example", "display_name": "Ada", "role": "admin",
       "channel_identities": {"slack": "U0DEMO0001", "whatsapp": "+1 650 555 1234"},
       "preferences": {"language": "en"}}
      """;
  private static final String QUESTION =
      """
      {"token": "fake", "team_id": "T0DEMO0001", "api_app_id": "A0DEMO0001",
       "type": "event_callback", "event_id": "Ev0DEMO0001", "event_time": 1767225600,
       "event": {"type": "message", "channel": "D0DEMO0001", "channel_type": "im",
                 "user": "U0DEMO0001", "text": "what's the \\"sprint\\" status?",
                 "ts": "1767225600.000200"}}
      """;
  private static final String ANSWER =
      """
      {"message_id": "answer-1", "role": "assistant", "content": "Here's your current sprint…"}
      """;

  /** Two messages in one request, in Meta's way of writing other than ASCII. */
  private static final String BATCH =
      """
      {"object": "whatsapp_business_account", "entry": [{"id": "1", "changes": [{"field": "messages",
       "value": {"messaging_product": "whatsapp",
                 "metadata": {"display_phone_number": "15550783881",
                              "phone_number_id": "106540352242922"},
                 "contacts": [{"profile": {"name": "Ada"}, "wa_id": "16505551234"}],
                 "messages": [
                   {"from": "16505551234", "id": "wamid.demo1", "timestamp": "%1$d",
                    "type": "text", "text": {"body": "caf\\u00e9 \\u2764"}},
                   {"from": "16505551234", "id": "wamid.demo2", "timestamp": "%1$d",
                    "type": "image", "image": {"id": "1", "mime_type": "image/jpeg"}}]}}]}]}
      """;

  @Override
  public List<String> tables() {
    return List.of(TenantsItems.TENANTS, TenantsItems.CONVERSATIONS);
  }

  /** Each entry of a conversation. */
  @Override
  public int eventsIn(String table, ObjectNode item) {
    return TenantsItems.entries(item).size();
  }

  @Override
  public Sent send(DemoClient client) throws InterruptedException {
    Instant start = client.now();
    setUp(client);
    DemoChannels channels = new DemoChannels(client);
    String batch = BATCH.formatted(start.getEpochSecond());
    Counted counted = new Counted();
    for (int attempt = 0; attempt < 2; attempt++) {
      counted.send("question", 1, () -> channels.slack(QUESTION));
      channels.telegram(update(100, "/status team alpha"));
      counted.send("batch", 2, () -> channels.meta(batch));
    }
    client.awaitDrained();
    for (int attempt = 0; attempt < 2; attempt++) {
      counted.send("answer", 1, () -> post(client, "slack-D0DEMO0001", ANSWER));
    }
    clear(client, "tg-123456789");
    channels.telegram(update(100, "/status team alpha"));
    counted.send("thanks", 1, () -> channels.telegram(update(101, "thanks")));
    List<ExpectedItem> expected = new TenantsItems(new Moments(start, client.now())).expected();
    return new Sent(counted.events, counted.duplicates, expected);
  }

  /** Requests with messages that stay; what is cleared is none of them. */
  private static final class Counted {

    private final Set<String> sent = new HashSet<>();
    private int events;
    private int duplicates;

    @FunctionalInterface
    interface Request {
      void send() throws InterruptedException;
    }

    void send(String what, int messages, Request request) throws InterruptedException {
      request.send();
      events += messages;
      duplicates += sent.add(what) ? 0 : messages;
    }
  }

  private static void setUp(DemoClient client) throws InterruptedException {
    ObjectNode tenant = DemoClient.parsed(TENANT);
    JsonNode made = client.put(ADMIN, client.admin(), tenant);
    DemoClient.require(
        made,
        tenant
            .deepCopy()
            .put("tenant_id", "demo")
            .put("created_at", made.path("created_at").asText()));
    ObjectNode user = DemoClient.parsed(ADA);
    DemoClient.require(
        client.put(ADMIN + "/users/ada", client.admin(), user),
        user.deepCopy().put("user_id", "ada"));
    claim(client, "slack", "T0DEMO0001");
    claim(client, "telegram", DemoChannels.BOT);
    claim(client, "whatsapp", "106540352242922");
  }

  private static void claim(DemoClient client, String type, String id) throws InterruptedException {
    DemoClient.require(
        client.put(ADMIN + "/channels/" + type + '/' + id, client.admin(), client.object()),
        client.object().put("tenant_id", "demo").put("channel_type", type).put("channel_id", id));
  }

  private static String update(int id, String text) {
    ObjectNode update = DemoClient.parsed("{\"message\": {\"from\": {\"id\": 123456789}}}");
    update.put("update_id", id);
    update
        .withObject("/message")
        .put("message_id", id)
        .put("date", 1767225600)
        .put("text", text)
        .putObject("chat")
        .put("id", 123456789)
        .put("type", "private");
    return update.toString();
  }

  private static void post(DemoClient client, String conversation, String message)
      throws InterruptedException {
    ObjectNode body = DemoClient.parsed(message);
    String path = CONVERSATIONS + conversation + "/messages";
    DemoClient.require(
        client.event(path, client.service(), body),
        client.object().set("message_id", body.path("message_id")));
  }

  private static void clear(DemoClient client, String conversation) throws InterruptedException {
    String path = CONVERSATIONS + conversation;
    DemoClient.require(
        client.event(Call.of("DELETE", path, client.service())),
        client.object().put("conversation_id", conversation));
  }
}
