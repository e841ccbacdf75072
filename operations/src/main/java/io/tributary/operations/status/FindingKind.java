package io.tributary.operations.status;

import java.util.Locale;

/** Kinds of problems. */
public enum FindingKind {
  KAFKA_UNREACHABLE,
  TOPICS_MISSING,
  /** A topic was made anew or cut, so that records are gone. */
  TOPIC_REPLACED,
  /** Changelogs were deleted or cut. */
  STATE_LOST,
  /** A transaction holds back readers of committed records. */
  TRANSACTION_OPEN,
  /** Records were removed before their stage read them. */
  LOG_GAP,
  /** A program that is no service consumes in a group of ours. */
  FOREIGN_CONSUMER,
  PARTITIONS_OFFLINE,
  REPLICAS_BEHIND,
  /** A topic of waits holds records of another program, which nothing ends. */
  FOREIGN_WAITS,
  TOPIC_DRIFT,
  /** Brokers refuse the sessions of services. */
  BROKER_DRIFT,
  /** A clock of an instance or a broker is over a minute off. */
  CLOCK_WRONG,
  KAFKA_PARTLY_UNKNOWN,
  DYNAMODB_UNREACHABLE,
  TABLES_MISSING,
  TABLE_DRIFT,
  STREAM_UNREADABLE,
  SERVICE_UNREACHABLE,
  SERVICE_UNREADY,
  /** Records are left, and no instance works on them or none of them is finished. */
  STAGE_STOPPED,
  /** The stage goes on, but its oldest record is old. */
  STAGE_LATE,
  /** Some partitions of a stage stand still, as those of a killed instance do. */
  PARTITIONS_WAIT,
  RELAY_LATE,
  /** A stream lost records before they were relayed. */
  STREAM_GAP,
  THROTTLED,
  WRITES_FAIL,
  DEAD_LETTERS,
  CHANNELS_UNCLAIMED,
  REFUSALS_RISEN,
  NEGATIVE_COUNTERS,
  GATEWAY_ALARM;

  /** Stable name, such as {@code stage_stopped}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  Finding found(String what) {
    return found(what, Remedies.of(code()));
  }

  /** A case with its own remedy. */
  Finding found(String what, String ownRemedy) {
    return new Finding(this, what, ownRemedy);
  }
}
