package io.tributary.e2e.tenants;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.Topics;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Appends facts as the services and assistants would, but accepted whenever a test likes. */
final class TenantsFacts {

  static final String COMMANDS = "tenants.commands";
  static final String WEBHOOKS = "tenants.webhooks";
  static final String EVENTS = "tenants.conversation-events";
  static final String MESSAGES = "tenants.messages";
  static final String CONVERSATIONS = "tenants.conversations";
  static final String DEAD_LETTERS = "tenants.dead-letters";

  private final Topics topics;
  private final AvroFiles avro;
  private final ForgedFacts forged;

  TenantsFacts(Topics topics, AvroFiles avro) {
    this.topics = topics;
    this.avro = avro;
    this.forged = new ForgedFacts(avro);
  }

  /** Appends an event of a conversation and says where it stands. */
  String append(String tenant, String conversation, Instant at, GenericRecord event) {
    return topics.append(record(tenant, conversation, at, event));
  }

  /** The record that holds it. */
  ProducerRecord<byte[], byte[]> record(
      String tenant, String conversation, Instant at, GenericRecord event) {
    return forged.record(
        EVENTS, tenant + "#" + conversation, event(tenant, conversation, at, event));
  }

  /** The fact alone. */
  GenericRecord event(String tenant, String conversation, Instant at, GenericRecord event) {
    return new GenericRecordBuilder(avro.schema("ConversationEvent"))
        .set("envelope", forged.envelope(at))
        .set("tenant_id", tenant)
        .set("conversation_id", conversation)
        .set("event", event)
        .build();
  }

  /** Somebody posts; role is {@code USER} or {@code ASSISTANT}. */
  GenericRecord posted(String id, String role, String content) {
    return new GenericRecordBuilder(avro.schema("tenants.PostedMessage"))
        .set("message_id", id)
        .set("role", new GenericData.EnumSymbol(avro.schema("tenants.EntryRole"), role))
        .set("content", content)
        .build();
  }

  /** Somebody clears. */
  GenericRecord cleared() {
    return new GenericRecordBuilder(avro.schema("ClearedConversation")).build();
  }

  /** What the gateway makes of {@link TenantsSamples#slackBody}. */
  GenericRecord webhook(
      @Nullable String tenant, String team, String event, String channel, String text) {
    return new GenericRecordBuilder(avro.schema("ChannelEvent"))
        .set("envelope", forged.envelope(Instant.now()))
        .set("provider", "slack")
        .set("account", "main")
        .set("channel_type", "slack")
        .set("channel_id", team)
        .set("conversation_id", "slack-" + channel)
        .set("event_id", "slack:" + team + ":" + event)
        .set("tenant_id", tenant)
        .set("admission", admission(tenant == null ? "NO_TENANT_MAPPING" : "ADMITTED"))
        .set(
            "raw",
            ByteBuffer.wrap(
                TenantsSamples.slackBody(team, event, channel, text)
                    .getBytes(StandardCharsets.UTF_8)))
        .build();
  }

  Object admission(String symbol) {
    return new GenericData.EnumSymbol(avro.schema("Admission"), symbol);
  }

  /** A command; its change is a record of one of the union's types. */
  GenericRecord command(GenericRecord change) {
    return new GenericRecordBuilder(avro.schema("TenantsCommand"))
        .set("envelope", forged.envelope(Instant.now()))
        .set("change", change)
        .build();
  }

  /** The record that holds any fact under any key. */
  ProducerRecord<byte[], byte[]> record(String topic, String key, GenericRecord fact) {
    return forged.record(topic, key, fact);
  }
}
