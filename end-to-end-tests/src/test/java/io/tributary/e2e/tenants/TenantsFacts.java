package io.tributary.e2e.tenants;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.Topics;
import java.time.Instant;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Appends facts as the services and assistants would, but accepted whenever a test likes. */
final class TenantsFacts {
  static final String WEBHOOKS = "tenants.webhooks";
  static final String EVENTS = "tenants.conversation-events";
  static final String MESSAGES = "tenants.messages";

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

  /** Somebody posts; role is {@code user} or {@code assistant}. */
  GenericRecord posted(String id, String role, String content) {
    return new GenericRecordBuilder(avro.schema("tenants.PostedMessage"))
        .set("message_id", id)
        .set("role", new GenericData.EnumSymbol(avro.schema("tenants.EntryRole"), role))
        .set("content", content)
        .build();
  }

  /** The record that holds any fact under any key. */
  ProducerRecord<byte[], byte[]> record(String topic, String key, GenericRecord fact) {
    return forged.record(topic, key, fact);
  }
}
