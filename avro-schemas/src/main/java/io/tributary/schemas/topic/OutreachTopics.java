package io.tributary.schemas.topic;

import io.tributary.avro.outreach.Correspondence;
import io.tributary.avro.outreach.OutreachConversation;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.avro.outreach.OutreachReply;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.SinglePartKey;
import io.tributary.schemas.key.outreach.OutreachKey;
import io.tributary.schemas.key.outreach.OutreachReplyKey;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

/** Topics of the outreach family. All records of a recipient share a partition. */
public final class OutreachTopics {

  /** States that are no records. */
  static final List<Class<? extends SpecificRecordBase>> STATES = List.of(Correspondence.class);

  /** Requests, updates and replies, in one order for each recipient. */
  public static final Topic<String, OutreachEvent> EVENTS =
      Topic.of(
          Family.OUTREACH,
          "outreach.events",
          TopicKind.FACTS,
          new SinglePartKey("recipient", KeyPart.RECIPIENT),
          OutreachEvent.class,
          Retention.days(30));

  /** Every reply that belongs to a conversation once, for who is to deal with it. */
  public static final Topic<OutreachReplyKey, OutreachReply> REPLIES =
      Topic.of(
          Family.OUTREACH,
          "outreach.replies",
          TopicKind.RECORDS,
          OutreachReplyKey.CODEC,
          OutreachReply.class,
          Retention.days(30));

  /**
   * Every conversation as conversations-dev must hold it; what has left one is gone a day later.
   */
  public static final Topic<OutreachKey, OutreachConversation> CONVERSATIONS =
      Topic.of(
          Family.OUTREACH,
          "outreach.conversations",
          TopicKind.RECORDS,
          OutreachKey.CODEC,
          OutreachConversation.class,
          new Retention.Erased(Duration.ofDays(1)));

  /**
   * What could not be processed or stored, as it came. Messages of strangers are among it, so they
   * are kept for no longer than other messages are.
   */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.OUTREACH, Retention.days(30));

  private OutreachTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(EVENTS, REPLIES, CONVERSATIONS, DEAD_LETTERS);
  }
}
