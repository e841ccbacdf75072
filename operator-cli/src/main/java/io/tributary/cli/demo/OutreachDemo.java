package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * A conversation over WhatsApp from its request to its end, with a reply that Twilio brings, and
 * one by mail, whose reply SendGrid brings and a human is to deal with. Requests, first messages
 * and replies come twice.
 */
final class OutreachDemo implements DemoFamily {

  private static final String CONVERSATIONS = "/v1/outreach/conversations";

  static final String WHATSAPP = "demo#hiring#req-1#447700900123";
  static final String MAIL = "demo#hiring#req-2#ada@recipient.example";

  private static final String WHATSAPP_REQUEST =
      """
      {"company_data": {"company_id": "demo", "project_id": "hiring", "company_name": "Demo Ltd",
                        "project_name": "Hiring", "project_status": "active",
                        "allowed_channels": ["whatsapp", "email"],
                        "company_rep": {"company_rep_1": "Carol", "company_rep_2": null},
                        "channel_config": {
                          "whatsapp": {"company_whatsapp_number": "whatsapp:+447700900999",
                                       "whatsapp_credentials_id": "demo/twilio"},
                          "email": {"company_email": "jobs@demo.example"}},
                        "ai_config": {"openai_config": {
                          "whatsapp": {"assistant_id_replies": "asst_demo", "temperature": 0.20}}},
                        "auto_queue_initial_message": false,
                        "auto_queue_initial_message_from_number": ["+447700900123"]},
       "recipient_data": {"recipient_first_name": "Ada", "recipient_last_name": "Doe",
                          "recipient_tel": "whatsapp:+447700900123",
                          "recipient_email": "Ada@Recipient.example", "comms_consent": true},
       "request_data": {"request_id": "req-1", "channel_method": "WhatsApp",
                        "initial_request_timestamp": "2026-01-01T00:00:00.000Z"},
       "project_data": {"job_ref": "JR123", "points": [{"point": "licence", "confirmed": false}]}}
      """;
  private static final String MAIL_REQUEST =
      """
      {"company_data": {"company_id": "demo", "project_id": "hiring",
                        "channel_config": {"company_email": "Jobs@Demo.example"},
                        "auto_queue_reply_message": true},
       "recipient_data": {"recipient_email": "ada@recipient.example"},
       "request_data": {"request_id": "req-2", "channel_method": "email"}}
      """;
  private static final String WHATSAPP_SENT =
      """
      {"update_id": "sent", "type": "initial_message_sent", "thread_id": "thread_demo",
       "processing_time_ms": 1500,
       "message": {"message_id": "SM00000000000000000000000000000010",
                   "content": "Hello Ada, have you got a driving licence?",
                   "ai_prompt_tokens": 512, "ai_completion_tokens": 85, "ai_total_tokens": 597,
                   "processing_time_ms": 850}}
      """;
  private static final String ANSWERED =
      """
      {"update_id": "answered", "type": "reply_sent",
       "message": {"message_id": "SM00000000000000000000000000000011", "content": "Great, thanks."}}
      """;
  private static final String CALLED =
      """
      {"update_id": "called", "type": "function_call", "function_call_type": "submit_application"}
      """;
  private static final String COMPLETED = "{\"update_id\": \"done\", \"type\": \"completed\"}";
  private static final String MAIL_SENT =
      """
      {"update_id": "mail-1", "type": "initial_message_sent", "email_id": "<first-1@demo.example>",
       "message": {"content": "Are you free on Tuesday?"}}
      """;
  private static final String HANDED_OFF =
      """
      {"update_id": "handed", "type": "hand_off", "reason": "Asks for a person"}
      """;

  @Override
  public List<String> tables() {
    return List.of(OutreachItems.TABLE);
  }

  /** Each message of a conversation. */
  @Override
  public int eventsIn(String table, ObjectNode item) {
    return item.path(OutreachItems.MESSAGES).size();
  }

  @Override
  public Sent send(DemoClient client) throws InterruptedException {
    Instant start = client.now();
    Counted counted = new Counted(client);
    DemoReplies replies = new DemoReplies(client);
    request(client, WHATSAPP, WHATSAPP_REQUEST);
    request(client, MAIL, MAIL_REQUEST);
    counted.tellTwice(WHATSAPP, WHATSAPP_SENT);
    counted.tellTwice(MAIL, MAIL_SENT);
    counted.twice(replies::twilio);
    counted.twice(replies::sendgrid);
    counted.tell(WHATSAPP, ANSWERED);
    update(client, WHATSAPP, CALLED);
    update(client, WHATSAPP, COMPLETED);
    update(client, MAIL, HANDED_OFF);
    List<ExpectedItem> expected = new OutreachItems(new Moments(start, client.now())).expected();
    return new Sent(counted.events, counted.duplicates, expected);
  }

  /** Twice, as an application does that has lost the answer. */
  private static void request(DemoClient client, String conversation, String request)
      throws InterruptedException {
    ObjectNode body = DemoClient.parsed(request);
    ObjectNode wanted = client.object().put("conversation_id", conversation);
    wanted.set("request_id", body.path("request_data").path("request_id"));
    for (int attempt = 0; attempt < 2; attempt++) {
      DemoClient.require(client.event(CONVERSATIONS, client.service(), body), wanted);
    }
  }

  private static void update(DemoClient client, String conversation, String update)
      throws InterruptedException {
    ObjectNode body = DemoClient.parsed(update);
    ObjectNode wanted = client.object().put("conversation_id", conversation);
    wanted.set("update_id", body.path("update_id"));
    String id = URLEncoder.encode(conversation, StandardCharsets.UTF_8);
    DemoClient.require(
        client.event(CONVERSATIONS + '/' + id + "/updates", client.service(), body), wanted);
  }

  /** What brings a message each. */
  private static final class Counted {

    private final DemoClient client;
    private int events;
    private int duplicates;

    Counted(DemoClient client) {
      this.client = client;
    }

    @FunctionalInterface
    interface Request {
      void send() throws InterruptedException;
    }

    void tell(String conversation, String update) throws InterruptedException {
      update(client, conversation, update);
      events++;
    }

    void tellTwice(String conversation, String update) throws InterruptedException {
      twice(() -> update(client, conversation, update));
    }

    void twice(Request request) throws InterruptedException {
      request.send();
      request.send();
      events += 2;
      duplicates++;
    }
  }
}
