package io.tributary.operations.status;

import java.util.Locale;

/** Kinds of problems, with remedies. */
public enum FindingKind {
  KAFKA_UNREACHABLE("start the brokers, or name others with --bootstrap-servers"),
  TOPICS_MISSING("run `tributary topics create`"),
  PARTITIONS_OFFLINE(
      "bring back the brokers that hold them; until then requests for them get a 503"),
  REPLICAS_BEHIND("bring back the brokers that are away; see `kafka-topics.sh --describe`"),
  TOPIC_DRIFT("put the setting right with `kafka-configs.sh`; a partition count never"),
  KAFKA_PARTLY_UNKNOWN("look again; if it stays, read the brokers' logs"),
  DYNAMODB_UNREACHABLE("see whether --dynamodb-endpoint or the credentials are right"),
  TABLES_MISSING(""),
  TABLE_DRIFT("`tables create` switches missing features on; `tables check` shows the rest"),
  STREAM_UNREADABLE("see whether DynamoDB Streams answer; they keep 24 hours"),
  SERVICE_UNREACHABLE("start it; if it is elsewhere, name it with --services"),
  SERVICE_UNREADY(""),
  /** Records are left, and no instance works on them or none of them is finished. */
  STAGE_STOPPED(""),
  /** The stage goes on, but its oldest record is old. */
  STAGE_LATE("if the lag grows, start another instance of the stage; else wait"),
  RELAY_LATE("see the sink's log for the relay; a stream keeps 24 hours"),
  /** A stream lost records before they were relayed. */
  STREAM_GAP("nothing: expiries missed are counted three days late"),
  THROTTLED("raise the tables' write capacity, or wait: nothing is lost meanwhile"),
  WRITES_FAIL("see whether DynamoDB answers the sink, and `tributary tables check`"),
  DEAD_LETTERS(""),
  NEGATIVE_COUNTERS("see the processors' log for their names; rebuild the family from its facts"),
  GATEWAY_ALARM("");

  private final String remedy;

  FindingKind(String remedy) {
    this.remedy = remedy;
  }

  /** Stable name, such as {@code stage_stopped}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Remedy; empty if it depends on the case. */
  String remedy() {
    return remedy;
  }

  Finding found(String what) {
    return found(what, remedy);
  }

  /** A case with its own remedy. */
  Finding found(String what, String ownRemedy) {
    return new Finding(this, what, ownRemedy);
  }
}
