package io.tributary.e2e.consumers;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.channel.SignedWebhooks;
import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.LinkedHashMap;
import java.util.Map;

/** Webhooks of Telegram and Twilio to the accounts of the sample traffic. */
final class SampleConversation {

  private static final int CHATS = 3;

  private final HttpProbe http;
  private final URI gateway;
  private int said;

  SampleConversation(HttpProbe http, URI gateway) {
    this.http = http;
    this.gateway = gateway;
  }

  /** So many more messages, and one repeat of each. */
  void say(int count) throws IOException {
    for (int end = said + count; said < end; said++) {
      deliver(said, said % CHATS, "hello " + said);
      deliver(said, said % CHATS, "hello " + said);
    }
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
}
