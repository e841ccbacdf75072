package io.tributary.traffic.outreach;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.traffic.Request;
import io.tributary.traffic.json.PlainJson;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.avro.specific.SpecificRecordBase;

/**
 * Facts as texts without anything that the gateway adds, of a fact and of the request that asks for
 * it.
 */
final class OutreachFacts {

  private static final Map<String, String> UPDATES =
      Map.of(
          "initial_message_sent", "InitialMessageSent",
          "failed", "SendingFailed",
          "reply_sent", "ReplySent",
          "hand_off", "HandOff",
          "function_call", "FunctionCall",
          "completed", "Completion");

  private OutreachFacts() {}

  static String asked(OutreachEvent fact) {
    if (fact.getEvent() instanceof ConversationRequest request) {
      return request(
          ConversationFold.idOf(fact.getRecipient(), request),
          request.getChannelMethod().name(),
          request.getCompanySender() == null ? "" : request.getCompanySender(),
          request.getProjectData() == null ? "" : request.getProjectData());
    }
    if (fact.getEvent() instanceof ConversationUpdate update) {
      return update.getConversationId()
          + ' '
          + update.getUpdateId()
          + ' '
          + ((SpecificRecordBase) update.getUpdate()).getSchema().getName();
    }
    ChannelReply reply = (ChannelReply) fact.getEvent();
    String text = RawReplies.textOf(reply).orElse("unreadable");
    return reply.getMalformed() == null ? reply.getEventId() + ' ' + text : "malformed " + text;
  }

  private static String request(String id, String method, String sender, String data) {
    return id + ' ' + method.toLowerCase(Locale.ROOT) + ' ' + sender + ' ' + data;
  }

  /** The facts that a right request asks for. */
  static List<String> asked(Request request) {
    if (request.path().startsWith("/v1/channels/")) {
      return List.of(reply(request));
    }
    JsonNode body = PlainJson.tree(request.body());
    if (request.path().endsWith("/updates")) {
      String conversation = request.path().split("/", -1)[4].replace("%23", "#");
      String type = UPDATES.getOrDefault(body.path("type").asText(), "none");
      return List.of(conversation + ' ' + body.path("update_id").asText() + ' ' + type);
    }
    return List.of(request(body));
  }

  private static String request(JsonNode body) {
    JsonNode company = body.path("company_data");
    JsonNode recipient = body.path("recipient_data");
    String method = body.at("/request_data/channel_method").asText();
    boolean mail = method.equals("email");
    String to = recipient.path(mail ? "recipient_email" : "recipient_tel").asText();
    String id =
        String.join(
            "#",
            company.path("company_id").asText(),
            company.path("project_id").asText(),
            body.at("/request_data/request_id").asText(),
            mail ? to.toLowerCase(Locale.ROOT) : to.substring(1));
    String member = mail ? "company_email" : "company_" + method + "_number";
    String sender = company.path("channel_config").path(method).path(member).asText();
    return request(id, method, sender, body.path("project_data").toString());
  }

  private static String reply(Request request) {
    if (request.path().contains("/sendgrid/")) {
      String id = between(request.body(), "Message-ID: <", ">").toLowerCase(Locale.ROOT);
      return "sendgrid:" + id + ' ' + between(request.body(), "name=\"text\"\r\n\r\n", "\r\n");
    }
    Map<String, String> fields = RawReplies.fields(request.body());
    String text = fields.getOrDefault("Body", "");
    // a number with a colon in it is none
    return fields.getOrDefault("From", "").endsWith(":")
        ? "malformed " + text
        : "twilio:" + fields.get("AccountSid") + ':' + fields.get("MessageSid") + ' ' + text;
  }

  private static String between(String text, String before, String behind) {
    int begin = text.indexOf(before) + before.length();
    return text.substring(begin, text.indexOf(behind, begin));
  }
}
