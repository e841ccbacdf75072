package io.tributary.operations.status;

import java.util.Map;
import java.util.Set;

/** Remedies for instances that are not ready, by readiness code. */
public final class Remedies {

  private static final String REPLACE = "replace the instance; its log has the failure";
  private static final String WAIT = "wait";
  private static final String BROKERS = "see whether the brokers answer: `tributary topics list`";
  private static final String STREAMS =
      "see whether DynamoDB Streams answer the sink; they keep 24 hours";

  private static final Map<String, String> BY_CODE =
      Map.ofEntries(
          Map.entry("starting", WAIT),
          Map.entry("stopping", WAIT),
          Map.entry("generation_changing", "wait; if it stays, start the processors"),
          Map.entry("generation_replaced", "restart it"),
          Map.entry("processing_fails", "see its log; it reads the facts again by itself"),
          Map.entry("restoring", "wait: states come back from Kafka, or partitions move"),
          Map.entry("not_assigned", "wait until the group has shared out the partitions"),
          Map.entry("error", REPLACE),
          Map.entry("clock_not_set", "set the machine's clock"),
          Map.entry(
              "directory_behind",
              "wait; if it stays, see whether Kafka is slow, or the log names a schema that the"
                  + " registry does not know"),
          Map.entry(
              "schema_unavailable",
              "see whether the schema registry answers, and the instance knows of it"),
          Map.entry("directory_failed", REPLACE),
          Map.entry("relay_failed", REPLACE),
          Map.entry("intake_failed", "wait: reading starts again; the log has the failure"),
          Map.entry("kafka_unavailable", BROKERS),
          Map.entry("dynamodb_unavailable", "see whether DynamoDB answers or throttles the sink"),
          Map.entry(
              "dynamodb_misconfigured",
              "run `tributary tables check`; see the permissions; a table that was lost comes back by"
                  + " `tributary replay run --tables NAME`"),
          Map.entry("stream_missing", "run `tributary tables create`"),
          Map.entry("stream_unavailable", STREAMS),
          Map.entry("stream_misconfigured", "see the permissions of the sink on the streams"),
          Map.entry("relay_behind", STREAMS),
          Map.entry(
              "record_stuck", "see why writes fail; if only this one does, `topics read` it"));

  private Remedies() {}

  public static Set<String> codes() {
    return BY_CODE.keySet();
  }

  static String of(String code) {
    return BY_CODE.getOrDefault(code, "see the instance's log");
  }
}
