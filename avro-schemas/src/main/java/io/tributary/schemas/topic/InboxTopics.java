package io.tributary.schemas.topic;

import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.avro.envelope.StreamPosition;
import io.tributary.avro.envelope.WaitingFact;
import io.tributary.avro.inbox.InboxAudience;
import io.tributary.avro.inbox.InboxClaim;
import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.InboxExpiry;
import io.tributary.avro.inbox.InboxMessage;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.InboxReceipt;
import io.tributary.avro.inbox.InboxSettings;
import io.tributary.avro.inbox.InboxSettingsCommand;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.schemas.key.ShardKey;
import io.tributary.schemas.key.WaitKey;
import io.tributary.schemas.key.inbox.InboxKey;
import io.tributary.schemas.key.inbox.InboxMessageKey;
import io.tributary.schemas.key.inbox.InboxPublishKey;
import io.tributary.schemas.key.inbox.InboxSettingsKey;
import io.tributary.schemas.key.inbox.InboxStatsKey;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

public final class InboxTopics {

  /** Longest wait of a read for its message, by accepted_at_ms. */
  public static final Duration READ_WAIT = Duration.ofMinutes(10);

  /** Life of an Idempotency-Key, by accepted_at_ms. */
  public static final Duration CLAIM_LIFE = Duration.ofHours(24);

  /** Types of states that are not records. */
  static final List<Class<? extends SpecificRecordBase>> STATES =
      List.of(InboxClaim.class, InboxAudience.class);

  /** Changes of settings; kept for ever, as settings are. */
  public static final Topic<String, InboxSettingsCommand> SETTINGS_COMMANDS =
      Topic.facts(
          "inbox.settings-commands",
          InboxSettingsKey.SUBJECTS,
          InboxSettingsCommand.class,
          Retention.UNLIMITED);

  /** Current settings: the gateway's directory, and items of inbox. */
  public static final Topic<String, InboxSettings> SETTINGS =
      Topic.records(
          "inbox.settings", InboxSettingsKey.SUBJECTS, InboxSettings.class, Retention.COMPACTED);

  /** Decisions about the family's commands, for the gateway that waits. */
  public static final Topic<String, CommandOutcome> OUTCOMES = Topics.outcomes(Family.INBOX);

  /** Publishes by Idempotency-Key; the first of a key becomes a publish. */
  public static final Topic<InboxPublishKey, InboxPublishCommand> PUBLISH_COMMANDS =
      Topic.facts(
          "inbox.publish-commands",
          InboxPublishKey.CLAIMS,
          InboxPublishCommand.class,
          Retention.days(30));

  /** Publishes and redactions, by message. */
  public static final Topic<InboxPublishKey, InboxPublish> PUBLISHES =
      Topic.facts(
          "inbox.publishes", InboxPublishKey.MESSAGES, InboxPublish.class, Retention.days(30));

  /** Items that DynamoDB removed because they had expired. */
  public static final Topic<InboxKey, InboxExpiry> EXPIRIES =
      Topic.of(
          "inbox.expiries",
          TopicKind.EXPIRIES,
          InboxKey.CODEC,
          InboxExpiry.class,
          Retention.days(30));

  /** All events of users' inboxes; events of the public one come to every partition. */
  public static final Topic<InboxKey, InboxEvent> EVENTS =
      Topic.facts("inbox.events", InboxKey.CODEC, InboxEvent.class, Retention.days(30));

  /** Reads that wait for their message. */
  public static final Topic<WaitKey, WaitingFact> WAITS = Topics.waits(Family.INBOX);

  /**
   * Every message: items of inbox. Redacted content is compacted away a day later, with the next
   * record of its partition.
   */
  public static final Topic<InboxMessageKey, InboxMessage> MESSAGES =
      Topic.records("inbox.messages", InboxMessageKey.CODEC, InboxMessage.class, Retention.ERASED);

  /** Every receipt of a public message: items of inbox. */
  public static final Topic<InboxMessageKey, InboxReceipt> RECEIPTS =
      Topic.records(
          "inbox.receipts", InboxMessageKey.CODEC, InboxReceipt.class, Retention.COMPACTED);

  /** All counters: items of inbox. */
  public static final Topic<InboxStatsKey, InboxStats> STATS =
      Topic.records("inbox.stats", InboxStatsKey.CODEC, InboxStats.class, Retention.COMPACTED);

  /** Positions up to which the table's stream has been relayed. */
  public static final Topic<ShardKey, StreamPosition> POSITIONS =
      Topic.of(
              "inbox.positions",
              TopicKind.POSITIONS,
              ShardKey.CODEC,
              StreamPosition.class,
              Retention.COMPACTED)
          .withPartitions(1);

  /** Facts and records that could not be processed or stored, as they came. */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.INBOX);

  private InboxTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(
        SETTINGS_COMMANDS,
        SETTINGS,
        PUBLISH_COMMANDS,
        OUTCOMES,
        PUBLISHES,
        EXPIRIES,
        POSITIONS,
        EVENTS,
        WAITS,
        MESSAGES,
        RECEIPTS,
        STATS,
        DEAD_LETTERS);
  }
}
