package io.tributary.e2e.outreach;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Makes facts as the gateway would, but accepted whenever a test likes. */
final class OutreachFacts {

  static final String EVENTS = "outreach.events";
  static final String CONVERSATIONS = "outreach.conversations";
  static final String REPLIES = "outreach.replies";
  static final String DEAD_LETTERS = "outreach.dead-letters";

  private final AvroFiles avro;
  private final ForgedFacts forged;

  OutreachFacts(AvroFiles avro) {
    this.avro = avro;
    this.forged = new ForgedFacts(avro);
  }

  /** The record that holds a fact under its recipient. */
  ProducerRecord<byte[], byte[]> record(String recipient, Instant at, GenericRecord event) {
    return record(recipient, fact(recipient, at, event));
  }

  /** The record that holds any fact under any key. */
  ProducerRecord<byte[], byte[]> record(String key, GenericRecord fact) {
    return forged.record(EVENTS, key, fact);
  }

  /** The fact alone. */
  GenericRecord fact(String recipient, Instant at, GenericRecord event) {
    return new GenericRecordBuilder(avro.schema("OutreachEvent"))
        .set("envelope", forged.envelope(at))
        .set("recipient", recipient)
        .set("event", event)
        .build();
  }

  /**
   * A request on a channel of {@code WHATSAPP}, {@code SMS} or {@code EMAIL}, by company {@code c}
   * and project {@code p}.
   *
   * @param more fields beside; null takes one away
   */
  GenericRecord request(
      String requestId, String method, String recipient, String sender, Map<String, Object> more) {
    GenericRecordBuilder request =
        new GenericRecordBuilder(avro.schema("ConversationRequest"))
            .set("company_id", "c")
            .set("project_id", "p")
            .set("request_id", requestId)
            .set("channel_method", symbol("ChannelMethod", method))
            .set("company_sender", sender)
            .set(method.equals("EMAIL") ? "recipient_email" : "recipient_tel", recipient)
            .set("comms_consent", false);
    more.forEach(request::set);
    return request.build();
  }

  /** An update whose kind, such as {@code HandOff}, has those fields. */
  GenericRecord update(String id, String updateId, String kind, Map<String, Object> fields) {
    return new GenericRecordBuilder(avro.schema("ConversationUpdate"))
        .set("conversation_id", id)
        .set("update_id", updateId)
        .set("update", of(avro.schema(kind), fields))
        .build();
  }

  /** What an assistant has sent. */
  GenericRecord message(String id, String content) {
    return of(
        avro.schema("AssistantMessage"),
        Map.of("message_id", id, "content", content, "ai_total_tokens", 597L));
  }

  /** A message that Twilio has brought; event {@code twilio:AC…01:<sid>}. */
  GenericRecord reply(String provider, String from, String to, String sid, String text) {
    String type = provider.substring("twilio-".length());
    return new GenericRecordBuilder(avro.schema("ChannelReply"))
        .set("provider", provider)
        .set("account", "main")
        .set("channel_type", type)
        .set("channel_id", to)
        .set("event_id", OutreachSamples.twilioEvent(sid))
        .set(
            "raw",
            ByteBuffer.wrap(
                OutreachSamples.twilio(provider, from, to, sid, text)
                    .body()
                    .getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  private static GenericRecord of(Schema schema, Map<String, Object> fields) {
    GenericRecordBuilder record = new GenericRecordBuilder(schema);
    fields.forEach(record::set);
    return record.build();
  }

  private Object symbol(String schema, String symbol) {
    return new GenericData.EnumSymbol(avro.schema(schema), symbol);
  }
}
