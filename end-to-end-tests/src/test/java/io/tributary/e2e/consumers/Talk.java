package io.tributary.e2e.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.Tables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Messages of Telegram to the tenant of the sample traffic, and the conversations they make. */
final class Talk {

  /** As long as an entry's content may be. */
  private static final String LONGEST = "a".repeat(256 * 1024);

  private static final int CHATS = 3;
  private static final int LONG_CHAT = 99;
  private static final int REPEATED = 1000;
  private static final String TENANT = "outlocks";

  private final HttpProbe http;
  private final URI gateway;
  private final Tables tables;
  private int said;

  Talk(HttpProbe http, URI gateway, Tables tables) {
    this.http = http;
    this.gateway = gateway;
    this.tables = tables;
  }

  /** So many more messages, and one repeat of each. */
  void say(int count) throws IOException {
    for (int end = said + count; said < end; said++) {
      deliver(said, said % CHATS, "hello " + said);
      deliver(said, said % CHATS, "hello " + said);
    }
  }

  /** A message that has no room for a word before it. */
  void sayTheLongest() throws IOException {
    deliver(1_000_000, LONG_CHAT, LONGEST);
  }

  private void deliver(int update, int chat, String text) throws IOException {
    send(
        SignedWebhooks.telegram(
            """
            {"update_id":%1$d,"message":{"message_id":%1$d,"from":{"id":7,"is_bot":false,\
            "first_name":"Ada"},"chat":{"id":%2$d,"type":"private"},"date":1767225600,"text":"%3$s"}}"""
                .formatted(update, chat, text)));
  }

  /** What the recipient of the sample's conversations answers by WhatsApp. */
  void replyToCompany(String id) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("From", "whatsapp:+14155550199");
    fields.put("To", "whatsapp:+14155550100");
    fields.put("MessageSid", id);
    fields.put("AccountSid", ChannelAccounts.TWILIO_SID);
    fields.put("NumMedia", "0");
    fields.put("Body", "tell me more");
    send(SignedReplies.twilio("twilio-whatsapp", fields));
  }

  private void send(Request webhook) throws IOException {
    Answer answer =
        http.send(
            webhook.method(),
            gateway.resolve(webhook.path()),
            webhook.headers(),
            BodyPublishers.ofString(webhook.body()));
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  int said() {
    return said;
  }

  /** How many entries of assistants there are. */
  long answers() {
    return Stream.concat(Stream.of(LONG_CHAT), Stream.iterate(0, n -> n + 1).limit(CHATS))
        .flatMap(chat -> entries(chat).stream())
        .filter(entry -> entry.startsWith("assistant: "))
        .count();
  }

  /** Every message stands once, every answer once and behind it. */
  void requireAnswered() {
    for (int chat = 0; chat < CHATS; chat++) {
      List<String> entries = entries(chat);
      List<String> wanted = new ArrayList<>();
      for (int n = chat; n < said; n += CHATS) {
        String user = "user: hello " + n;
        String assistant = "assistant: You said: hello " + n;
        assertThat(entries).containsSubsequence(user, assistant);
        wanted.addAll(List.of(user, assistant));
      }
      assertThat(entries).containsExactlyInAnyOrderElementsOf(wanted);
    }
    assertThat(entries(LONG_CHAT))
        .containsExactly(
            "user: " + LONGEST,
            "assistant: You said: " + LONGEST.substring(0, REPEATED) + "\u2026");
  }

  private List<String> entries(int chat) {
    return tables
        .get("conversations", Map.of("pk", TENANT, "sk", "tg-" + chat))
        .map(item -> (String) PlainItem.of(item).get("messages"))
        .map(Talk::parse)
        .orElse(List.of());
  }

  private static List<String> parse(String messages) {
    List<String> entries = new ArrayList<>();
    PlainJson.tree(messages)
        .forEach(
            entry ->
                entries.add(entry.path("role").asText() + ": " + entry.path("content").asText()));
    return entries;
  }
}
