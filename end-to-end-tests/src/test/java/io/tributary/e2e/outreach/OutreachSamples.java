package io.tributary.e2e.outreach;

import io.tributary.harness.channel.SignedReplies;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests, updates and replies with texts that need no escape in JSON. */
final class OutreachSamples {

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  private OutreachSamples() {}

  /** A telephone number that no other test has which shares the pipeline; nobody's country. */
  static String ownNumber() {
    return "+999%09d".formatted(NUMBERS.getAndIncrement());
  }

  /**
   * A request by company {@code c} and project {@code p}; {@code more} are members of its company,
   * each with a comma before it.
   */
  static String request(
      String requestId, String method, String recipient, String sender, String more) {
    boolean mail = method.equals("email");
    return """
        {"company_data":{"company_id":"c","project_id":"p",
          "channel_config":{"%1$s":{"%2$s":"%3$s"}}%4$s},
         "recipient_data":{"%5$s":"%6$s"},
         "request_data":{"request_id":"%7$s","channel_method":"%1$s"}}"""
        .formatted(
            method,
            mail ? "company_email" : "company_" + method + "_number",
            sender,
            more,
            mail ? "recipient_email" : "recipient_tel",
            recipient,
            requestId);
  }

  /** The conversation that such a request begins. */
  static String conversation(String requestId, String recipient) {
    return "c#p#" + requestId + "#" + recipient.replace("+", "");
  }

  /** An update; {@code more} are its other members, each with a comma before it. */
  static String update(String updateId, String type, String more) {
    return "{\"update_id\":\"%s\",\"type\":\"%s\"%s}".formatted(updateId, type, more);
  }

  /** The member of an update that brings a message. */
  static String message(String content) {
    return ",\"message\":{\"content\":\"" + content + "\"}";
  }

  /** A message of Twilio, from and to plain numbers; event {@link #twilioEvent}. */
  static Request twilio(String provider, String from, String to, String sid, String text) {
    String addressing = provider.equals("twilio-whatsapp") ? "whatsapp:" : "";
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("From", addressing + from);
    fields.put("To", addressing + to);
    fields.put("MessageSid", sid);
    fields.put("AccountSid", ChannelAccounts.TWILIO_SID);
    fields.put("NumMedia", "0");
    fields.put("ToState", "");
    fields.put("Body", text);
    return SignedReplies.twilio(provider, fields);
  }

  static String twilioEvent(String sid) {
    return "twilio:" + ChannelAccounts.TWILIO_SID + ":" + sid;
  }

  /** A mail as SendGrid has parsed it; event {@code sendgrid:<id>}. */
  static Request sendgrid(String from, String to, String id, String text) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("headers", "Message-ID: <" + id + ">");
    fields.put("from", from);
    fields.put("to", to);
    fields.put("envelope", "{\"to\":[\"%s\"],\"from\":\"bounces@mail.example\"}".formatted(to));
    fields.put("text", text);
    return SignedReplies.sendgrid(fields);
  }
}
