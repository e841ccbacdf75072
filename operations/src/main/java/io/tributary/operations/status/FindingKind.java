package io.tributary.operations.status;

import java.util.Locale;

/** What can be wrong with a pipeline, and what to do about it. */
public enum FindingKind {
  /** No broker answers. */
  KAFKA_UNREACHABLE("start the brokers, or name others with --bootstrap-servers"),
  /** Topics that the catalogue has and the cluster has not. */
  TOPICS_MISSING("run `tributary topics create`"),
  /** Partitions without a leader. */
  PARTITIONS_OFFLINE(
      "bring back the brokers that hold them; until then requests for them get a 503"),
  /** Partitions with replicas out of sync. */
  REPLICAS_BEHIND("bring back the brokers that are away; see `kafka-topics.sh --describe`"),
  /** Topics that are not as the catalogue says. */
  TOPIC_DRIFT("put the setting right with `kafka-configs.sh`; a partition count never"),
  /** Something about Kafka could not be found out. */
  KAFKA_PARTLY_UNKNOWN("look again; if it stays, read the brokers' logs"),
  /** DynamoDB does not answer. */
  DYNAMODB_UNREACHABLE("see whether --dynamodb-endpoint or the credentials are right"),
  /** Tables that are not there. */
  TABLES_MISSING(""),
  /** Tables that are not as they are defined. */
  TABLE_DRIFT("`tables create` switches missing features on; `tables check` shows the rest"),
  /** Streams of tables cannot be read. */
  STREAM_UNREADABLE("see whether DynamoDB Streams answer; they keep 24 hours"),
  /** An instance does not answer. */
  SERVICE_UNREACHABLE("start it; if it is elsewhere, name it with --services"),
  /** An instance that answers and is not ready. */
  SERVICE_UNREADY(""),
  /** A stage has something before it, and nobody works on it or nothing of it is finished. */
  STAGE_STOPPED(""),
  /** A stage goes on, but the oldest it has before it is old. */
  STAGE_LATE("if the lag grows, start another instance of the stage; else wait"),
  /** The relay is behind the streams of tables. */
  RELAY_LATE("see the sink's log for the relay; a stream keeps 24 hours"),
  /** A stream had forgotten what was not relayed. */
  STREAM_GAP("nothing: expiries missed are counted three days late"),
  /** DynamoDB throttles. */
  THROTTLED("raise the tables' write capacity, or wait: nothing is lost meanwhile"),
  /** Writes fail and are tried again. */
  WRITES_FAIL("see whether DynamoDB answers the sink, and `tributary tables check`"),
  /** Dead letters that nobody has dealt with. */
  DEAD_LETTERS(""),
  /** Counters of inboxes that fell below zero. */
  NEGATIVE_COUNTERS("see the processors' log for their names; rebuild the family from its facts"),
  /** Something about the gateway's files or directories is not as it must be. */
  GATEWAY_ALARM("");

  private final String remedy;

  FindingKind(String remedy) {
    this.remedy = remedy;
  }

  /** Stable name, such as {@code stage_stopped}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What to do, when that does not depend on more. */
  String remedy() {
    return remedy;
  }

  /** A case of it. */
  Finding found(String what) {
    return found(what, remedy);
  }

  /** A case that has a remedy of its own. */
  Finding found(String what, String ownRemedy) {
    return new Finding(this, what, ownRemedy);
  }
}
