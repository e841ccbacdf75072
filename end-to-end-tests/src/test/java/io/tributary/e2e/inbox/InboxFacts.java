package io.tributary.e2e.inbox;

import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.ForgedFacts;
import io.tributary.harness.store.Topics;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Appends facts as the services would, but accepted whenever a test likes. */
final class InboxFacts {

  static final String PUBLISHES = "inbox.publishes";
  static final String EVENTS = "inbox.events";
  static final String EXPIRIES = "inbox.expiries";

  private final Function<ProducerRecord<byte[], byte[]>, String> log;
  private final AvroFiles avro;
  private final ForgedFacts forged;

  InboxFacts(Topics topics, AvroFiles avro) {
    this(topics::append, avro);
  }

  /**
   * Facts of any log.
   *
   * @param log takes a record and says where it stands
   */
  InboxFacts(Function<ProducerRecord<byte[], byte[]>, String> log, AvroFiles avro) {
    this.log = log;
    this.avro = avro;
    this.forged = new ForgedFacts(avro);
  }

  /**
   * A publication to users, or to everyone if there are none.
   *
   * @param expiredAt epoch seconds
   */
  GenericRecordBuilder publication(
      List<String> uids, @Nullable String category, long expiredAt, GenericRecord details) {
    return new GenericRecordBuilder(avro.schema("Publication"))
        .set("audience", symbol("AudienceKind", uids.isEmpty() ? "everyone" : "users"))
        .set("uids", uids)
        .set("category", category)
        .set("expiredat_s", expiredAt)
        .set("details", details);
  }

  /** What a message says; the body is a text. */
  GenericRecord details(String title) {
    return details(title, "\"text\"").build();
  }

  /**
   * The same, to which more can be added.
   *
   * @param body JSON
   */
  GenericRecordBuilder details(String title, String body) {
    return new GenericRecordBuilder(avro.schema("MessageDetails"))
        .set("sender", "admin-7")
        .set("label", "Some")
        .set("title", title)
        .set("body_json", body);
  }

  /** A user has read a message. */
  GenericRecord readMessage(String id) {
    return new GenericRecordBuilder(avro.schema("ReadMessage")).set("id", id).build();
  }

  /** A user has read everything until then; epoch seconds. */
  GenericRecord readUntil(long until) {
    return new GenericRecordBuilder(avro.schema("ReadUntil")).set("until_s", until).build();
  }

  /** Appends a publication or a redaction of a message and says where it stands. */
  String publish(Inbox inbox, Instant acceptedAt, String id, GenericRecord event) {
    return append(
        PUBLISHES,
        inbox.tenant() + "#" + inbox.key() + "#" + id,
        published(inbox, acceptedAt, id, event).build());
  }

  /** The fact that {@link #publish} appends. */
  GenericRecordBuilder published(Inbox inbox, Instant acceptedAt, String id, GenericRecord event) {
    return new GenericRecordBuilder(avro.schema("InboxPublish"))
        .set("envelope", forged.envelope(acceptedAt))
        .set("tenant_key", inbox.tenant())
        .set("inbox_key", inbox.key())
        .set("id", id)
        .set("event", event);
  }

  /** Appends an event of a user's inbox and says where it stands. */
  String append(Inbox inbox, String uid, Instant acceptedAt, GenericRecord event) {
    return append(EVENTS, inbox.pk(uid), event(inbox, uid, acceptedAt, event).build());
  }

  /** The fact that {@link #append(Inbox, String, Instant, GenericRecord)} appends. */
  GenericRecordBuilder event(Inbox inbox, String uid, Instant acceptedAt, GenericRecord event) {
    return new GenericRecordBuilder(avro.schema("InboxEvent"))
        .set("envelope", forged.envelope(acceptedAt))
        .set("tenant_key", inbox.tenant())
        .set("inbox_key", inbox.key())
        .set("uid", uid)
        .set("event", event);
  }

  /** Appends a fact under any key to any topic. */
  String append(String topic, String key, GenericRecord fact) {
    return log.apply(forged.record(topic, key, fact));
  }

  private Object symbol(String type, String name) {
    return new GenericData.EnumSymbol(avro.schema(type), name);
  }
}
