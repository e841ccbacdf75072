package io.tributary.processors.outreach;

import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.avro.outreach.AssistantMessage;
import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.Completion;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.ConversationUpdate;
import io.tributary.avro.outreach.FunctionCall;
import io.tributary.avro.outreach.HandOff;
import io.tributary.avro.outreach.InitialMessageSent;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.ReplySent;
import io.tributary.avro.outreach.SendingFailed;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecordBase;
import org.jspecify.annotations.Nullable;

/** Facts of the outreach family as gateways stamp them. */
public final class OutreachFacts {

  public static final String TEL = "+447700900123";
  public static final String EMAIL = "alex.doe@example.com";
  public static final String SENDER = "+447700900999";

  private OutreachFacts() {}

  /** A WhatsApp conversation of {@link #SENDER} with {@link #TEL}. */
  public static ConversationRequest.Builder request(String requestId) {
    return ConversationRequest.newBuilder()
        .setCompanyId("ci-aaa-001")
        .setProjectId("pi-aaa-001")
        .setRequestId(requestId)
        .setChannelMethod(ChannelMethod.whatsapp)
        .setCompanySender(SENDER)
        .setRecipientTel(TEL)
        .setCommsConsent(true);
  }

  /** Id of the conversation that such a request begins. */
  public static String conversation(String requestId) {
    return "ci-aaa-001#pi-aaa-001#" + requestId + "#447700900123";
  }

  /** A fact. */
  public static OutreachEvent event(
      String factId, Instant at, String recipient, SpecificRecordBase what) {
    FactEnvelope envelope =
        FactEnvelope.newBuilder()
            .setFactId(factId)
            .setAcceptedAtMs(at.toEpochMilli())
            .setRequestId("request-1")
            .setCaller("caller-1")
            .setProducerVersion("test")
            .build();
    return OutreachEvent.newBuilder()
        .setEnvelope(envelope)
        .setRecipient(recipient)
        .setEvent(what)
        .build();
  }

  /** An update of the conversation that such a request began. */
  public static ConversationUpdate update(
      String requestId, String updateId, SpecificRecordBase what) {
    return new ConversationUpdate(conversation(requestId), updateId, what);
  }

  /** The first message has been sent, with nothing further. */
  public static InitialMessageSent sent() {
    return InitialMessageSent.newBuilder().build();
  }

  /** It could not be. */
  public static SendingFailed failed() {
    return new SendingFailed("number unknown");
  }

  /** A reply has been answered so. */
  public static ReplySent answered(String messageId, String content) {
    return new ReplySent(message(messageId, content));
  }

  /** What an assistant has said. */
  public static AssistantMessage message(String messageId, String content) {
    return AssistantMessage.newBuilder().setMessageId(messageId).setContent(content).build();
  }

  /** A human is asked for. */
  public static HandOff handOff(@Nullable String reason) {
    return new HandOff(reason);
  }

  /** A function is asked for. */
  public static FunctionCall call(String type) {
    return new FunctionCall(type);
  }

  /** Nothing is left to do. */
  public static Completion completed() {
    return new Completion();
  }

  /** What Twilio brings of {@link #TEL} to {@link #SENDER} by WhatsApp. */
  public static ChannelReply reply(String sid, String text) {
    return reply("whatsapp", TEL, SENDER, sid, text);
  }

  /**
   * What Twilio brings.
   *
   * @param type whatsapp or sms
   */
  public static ChannelReply reply(String type, String from, String to, String sid, String text) {
    return reply(type, from, to, sid, text, "");
  }

  /**
   * What Twilio brings.
   *
   * @param further fields of the form, each after an ampersand
   */
  public static ChannelReply reply(
      String type, String from, String to, String sid, String text, String further) {
    String addressing = type.equals("whatsapp") ? "whatsapp:" : "";
    String form =
        "AccountSid=AC1&MessageSid=%s&From=%s&To=%s&Body=%s%s"
            .formatted(
                sid, encoded(addressing + from), encoded(addressing + to), encoded(text), further);
    return ChannelReply.newBuilder()
        .setProvider("twilio-" + type)
        .setAccount("main")
        .setChannelType(type)
        .setChannelId(to)
        .setEventId("twilio:AC1:" + sid)
        .setRaw(ByteBuffer.wrap(form.getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
