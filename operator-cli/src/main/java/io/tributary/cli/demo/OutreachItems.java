package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.runtime.version.Version;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the table {@code conversations-dev} must hold after the demonstration; what the pipeline's
 * clock decides lies between the two moments.
 */
record OutreachItems(Moments moments) {

  static final String TABLE = "conversations-dev";
  static final String MESSAGES = "messages";

  private static final String AT = "message_timestamp";

  private static final String WHATSAPP =
      """
      {"primary_channel": "+447700900123", "conversation_id": "demo#hiring#req-1#447700900123",
       "recipient_tel": "+447700900123", "gsi_recipient_tel": "+447700900123",
       "recipient_email": "ada@recipient.example", "gsi_recipient_email": "ada@recipient.example",
       "recipient_first_name": "Ada", "recipient_last_name": "Doe", "comms_consent": true,
       "company_id": "demo", "project_id": "hiring", "request_id": "req-1",
       "company_name": "Demo Ltd", "project_name": "Hiring", "project_status": "active",
       "channel_method": "whatsapp", "allowed_channels": ["whatsapp", "email"],
       "initial_request_timestamp": "2026-01-01T00:00:00.000Z",
       "company_rep": {"company_rep_1": "Carol", "company_rep_2": null},
       "channel_config": {"company_whatsapp_number": "whatsapp:+447700900999",
                          "whatsapp_credentials_id": "demo/twilio"},
       "gsi_company_whatsapp_number": "+447700900999",
       "ai_config": {"assistant_id_replies": "asst_demo", "temperature": 0.2},
       "project_data": {"job_ref": "JR123", "points": [{"point": "licence", "confirmed": false}]},
       "auto_queue_initial_message": false,
       "auto_queue_initial_message_from_number": ["+447700900123"],
       "conversation_status": "completed", "task_complete": 1, "processing_time_ms": 1500,
       "thread_id": "thread_demo", "email_id": null,
       "function_call": true, "function_call_type": "submit_application",
       "hand_off_to_human": false, "hand_off_to_human_reason": null,
       "messages": [
         {"entry_id": "6e014978-2a60-512e-8cdb-1560ef813157", "role": "assistant",
          "content": "Hello Ada, have you got a driving licence?", "ai_prompt_tokens": 512,
          "ai_completion_tokens": 85, "ai_total_tokens": 597, "processing_time_ms": 850},
         {"entry_id": "5c5d9130-f33a-58e6-8e34-d31c1816bab2", "role": "user",
          "content": "Yes, I have a licence & a car"},
         {"entry_id": "a71c14fd-4612-585f-8f87-e8e2ae30dfae", "role": "assistant",
          "content": "Great, thanks."}]}
      """;
  private static final String MAIL =
      """
      {"primary_channel": "ada@recipient.example",
       "conversation_id": "demo#hiring#req-2#ada@recipient.example",
       "recipient_email": "ada@recipient.example", "gsi_recipient_email": "ada@recipient.example",
       "comms_consent": false, "company_id": "demo", "project_id": "hiring", "request_id": "req-2",
       "channel_method": "email", "channel_config": {"company_email": "Jobs@Demo.example"},
       "gsi_company_email": "jobs@demo.example", "auto_queue_reply_message": true,
       "conversation_status": "processing_reply", "task_complete": 1,
       "thread_id": null, "email_id": "<first-1@demo.example>",
       "function_call": false, "function_call_type": null,
       "hand_off_to_human": true, "hand_off_to_human_reason": "Asks for a person",
       "messages": [
         {"entry_id": "35f66d99-afb6-5670-9e3e-6bfa58ac6725", "role": "assistant",
          "content": "Are you free on Tuesday?"},
         {"entry_id": "62744387-0755-53f5-85c3-6614e028a831", "role": "user",
          "content": "Yes, but may I talk to a person?"}]}
      """;

  List<ExpectedItem> expected() {
    return Stream.of(WHATSAPP, MAIL).map(this::conversation).toList();
  }

  private ExpectedItem conversation(String attributes) {
    ObjectNode known = DemoClient.parsed(attributes);
    String release = Version.current().number();
    known.put("router_version", release).put("processor_version", release);
    Map<String, String> key =
        Stream.of("primary_channel", "conversation_id")
            .collect(Collectors.toMap(name -> name, name -> known.path(name).asText()));
    return new ExpectedItem(
        TABLE, key, found -> ExpectedItem.withRev(timed(known.deepCopy(), found), found));
  }

  private ObjectNode timed(ObjectNode item, ObjectNode found) {
    for (String time : List.of("created_at", "updated_at")) {
      item.put(time, moments.nearestMillisecond(found.path(time).asText()));
    }
    int index = 0;
    for (JsonNode message : item.path(MESSAGES)) {
      String at = found.path(MESSAGES).path(index).path(AT).asText();
      ((ObjectNode) message).put(AT, moments.nearestMillisecond(at));
      index++;
    }
    return item;
  }
}
