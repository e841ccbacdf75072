package io.tributary.schemas.topic;

import io.tributary.avro.channels.ContactIdentifier;
import io.tributary.avro.outreach.Correspondence;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.SinglePartKey;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.key.outreach.OutreachReplyKey;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/** Topics of the outreach family. All records of a recipient share a partition. */
public final class OutreachTopics {

  /** Types of states that are not records. */
  static final List<Class<? extends SpecificRecordBase>> STATES = List.of(Correspondence.class);

  /** Requests, updates and replies, in one order for each recipient. */
  public static final Topic<String, OutreachEvent> EVENTS =
      Topic.facts(
          "outreach.events",
          new SinglePartKey("recipient", KeyPart.RECIPIENT),
          OutreachEvent.class,
          Retention.days(30));

  /** Identifiers of WhatsApp users whose numbers may be hidden; gateways know them all. */
  public static final Topic<String, ContactIdentifier> CONTACTS =
      Topic.facts(
          "outreach.contacts", Topics.ANY_TEXT, ContactIdentifier.class, Retention.UNLIMITED);

  /** Every reply to a conversation once, for its handler. */
  public static final Topic<OutreachReplyKey, OutreachReply> REPLIES =
      Topic.records(
          "outreach.replies", OutreachReplyKey.CODEC, OutreachReply.class, Retention.days(30));

  /** Every conversation: the content of conversations-dev; removed content is gone a day later. */
  public static final Topic<OutreachKey, OutreachConversation> CONVERSATIONS =
      Topic.records(
          "outreach.conversations",
          OutreachKey.CODEC,
          OutreachConversation.class,
          Retention.ERASED);

  /**
   * Facts and records that could not be processed or stored, as they came. They hold messages of
   * strangers, so they are kept no longer than other messages.
   */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.OUTREACH, Retention.days(30));

  private OutreachTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(CONTACTS, EVENTS, REPLIES, CONVERSATIONS, DEAD_LETTERS);
  }
}
