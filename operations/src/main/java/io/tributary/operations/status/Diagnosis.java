package io.tributary.operations.status;

import io.tributary.operations.tables.TableReport;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds what is wrong: what keeps everything from working first, what can wait last. */
public final class Diagnosis {

  /** Time that a stage may need for its first record. */
  private static final double STOPPED_SECONDS = 10;

  private static final double LATE_SECONDS = 60;
  private static final double RELAY_LATE_SECONDS = 3600;

  private static final List<Function<Status, Stream<Finding>>> ALL =
      List.of(
          Diagnosis::kafka,
          Diagnosis::topics,
          Diagnosis::dynamo,
          Diagnosis::services,
          Diagnosis::stages,
          Diagnosis::relay,
          Diagnosis::writes,
          Diagnosis::counters,
          GatewayAlarms::of,
          Diagnosis::letters);

  private Diagnosis() {}

  public static List<Finding> findings(Status status) {
    return ALL.stream().flatMap(rule -> rule.apply(status)).toList();
  }

  private static Stream<Finding> kafka(Status status) {
    Answered<ClusterView> cluster = status.now().cluster();
    if (cluster.hasFailed()) {
      return Stream.of(FindingKind.KAFKA_UNREACHABLE.found(cluster.failure()));
    }
    return Stream.of(
            failed("topics' settings", status.now().drift()),
            failed("waits", status.now().waits()),
            failed("dead letters", status.now().letters()))
        .flatMap(each -> each);
  }

  private static Stream<Finding> failed(String what, Answered<?> answer) {
    return answer.hasFailed()
        ? Stream.of(
            FindingKind.KAFKA_PARTLY_UNKNOWN.found(what + " cannot be told: " + answer.failure()))
        : Stream.empty();
  }

  private static Stream<Finding> topics(Status status) {
    Stream<Finding> kept =
        status.now().cluster().value().stream()
            .flatMap(
                view ->
                    Stream.of(
                            named(FindingKind.TOPICS_MISSING, "missing topics", view.missing()),
                            named(
                                FindingKind.PARTITIONS_OFFLINE,
                                "partitions without a leader",
                                view.offline()),
                            named(
                                FindingKind.REPLICAS_BEHIND,
                                "partitions with replicas out of sync",
                                view.underReplicated()))
                        .flatMap(each -> each));
    Stream<Finding> drift =
        status.now().drift().value().stream()
            .flatMap(List::stream)
            .map(FindingKind.TOPIC_DRIFT::found);
    return Stream.concat(kept, drift);
  }

  private static Stream<Finding> named(FindingKind rule, String what, List<String> names) {
    return names.isEmpty()
        ? Stream.empty()
        : Stream.of(
            rule.found(what + ": " + Format.count(names.size()) + " (" + Format.some(names) + ")"));
  }

  private static Stream<Finding> dynamo(Status status) {
    Answered<TableReport> tables = status.now().tables();
    if (tables.hasFailed()) {
      return Stream.of(
          FindingKind.DYNAMODB_UNREACHABLE.found("tables cannot be read: " + tables.failure()));
    }
    Stream<Finding> drift =
        tables.value().stream()
            .flatMap(
                report ->
                    Stream.concat(
                        missing(report.missing()),
                        named(
                            FindingKind.TABLE_DRIFT,
                            "tables that differ from their definitions",
                            report.differing())));
    Answered<Map<String, Long>> relay = status.now().relay();
    return relay.hasFailed()
        ? Stream.concat(drift, Stream.of(FindingKind.STREAM_UNREADABLE.found(relay.failure())))
        : drift;
  }

  private static Stream<Finding> missing(List<String> tables) {
    return tables.isEmpty()
        ? Stream.empty()
        : Stream.of(
            FindingKind.TABLES_MISSING.found(
                "tables that do not exist: " + String.join(", ", tables),
                "`tributary replay run --tables %s` makes and fills them; `tables create` leaves"
                        .formatted(String.join(",", tables))
                    + " them empty"));
  }

  private static Stream<Finding> services(Status status) {
    return status.now().services().stream().flatMap(service -> service(service, status));
  }

  private static Stream<Finding> service(ServiceView service, Status status) {
    if (service.answer().hasFailed() && !service.named() && isElsewhere(service.role(), status)) {
      return Stream.empty();
    }
    if (service.answer().hasFailed()) {
      return Stream.of(
          FindingKind.SERVICE_UNREACHABLE.found(service + ": " + service.answer().failure()));
    }
    return service.codes().entrySet().stream()
        .map(
            code ->
                FindingKind.SERVICE_UNREADY.found(
                    service
                        + " is not ready: "
                        + code.getKey()
                        + ", "
                        + code.getValue().get(0)
                        + (code.getValue().size() == 1
                            ? ""
                            : "; and " + (code.getValue().size() - 1) + " more"),
                    Remedies.of(code.getKey())));
  }

  /** An instance without a named address may be anywhere; its consumers show that it works. */
  private static boolean isElsewhere(String role, Status status) {
    return status.now().cluster().value().stream()
        .anyMatch(view -> view.members().getOrDefault(role, 0) > 0);
  }

  private static Stream<Finding> stages(Status status) {
    return status.stages().stream()
        .filter(stage -> stage.members().isPresent())
        .flatMap(stage -> stage.members().orElse(0) == 0 ? deserted(stage) : behind(stage));
  }

  /** Also with nothing left: the next record would stay. */
  private static Stream<Finding> deserted(Status.StageLine stage) {
    return Stream.of(
        FindingKind.STAGE_STOPPED.found(
            "stage " + stage.name() + " has no instance: " + left(stage),
            "start one: `tributary " + stage.name() + "`"));
  }

  private static String left(Status.StageLine stage) {
    return stage.left() == 0
        ? "nothing is left, and new records are not processed"
        : Format.count(stage.left())
            + " records left, most of them in "
            + stage.behindMost()
            + (stage.seconds().isPresent()
                ? ", the oldest for " + Format.age(stage.seconds().getAsDouble())
                : "");
  }

  private static Stream<Finding> behind(Status.StageLine stage) {
    if (stage.left() == 0) {
      return Stream.empty();
    }
    String left = left(stage);
    double seconds = stage.seconds().orElse(0);
    boolean still = stage.rate().isPresent() && stage.rate().getAsDouble() == 0;
    if (still && seconds >= STOPPED_SECONDS) {
      return Stream.of(
          FindingKind.STAGE_STOPPED.found(
              "stage " + stage.name() + " does not progress: " + left,
              "see the readiness and the log of the " + stage.name() + " instances"));
    }
    return seconds >= LATE_SECONDS
        ? Stream.of(FindingKind.STAGE_LATE.found("stage " + stage.name() + " is late: " + left))
        : Stream.empty();
  }

  private static Stream<Finding> relay(Status status) {
    Stream<Finding> late =
        status.stages().stream()
            .filter(stage -> stage.name().equals("relay"))
            .flatMap(stage -> relay(stage, status));
    double gaps = status.total("tributary_sink_stream_gaps_total");
    return gaps == 0
        ? late
        : Stream.concat(
            late,
            Stream.of(
                FindingKind.STREAM_GAP.found(
                    "a table's stream had lost records not relayed yet, "
                        + Format.count(Math.round(gaps))
                        + " times since the sinks started")));
  }

  private static Stream<Finding> relay(Status.StageLine relay, Status status) {
    if (relay.left() > 0 && !isElsewhere("sink", status)) {
      return Stream.of(
          FindingKind.STAGE_STOPPED.found(
              "stage relay has no instance, since no sink runs: "
                  + Format.count(relay.left())
                  + " changes left, most of them in table "
                  + relay.behindMost(),
              "start a sink within 24 hours, as long as streams keep them: `tributary sink`"));
    }
    double seconds = relay.seconds().orElse(0);
    return seconds >= RELAY_LATE_SECONDS
        ? Stream.of(FindingKind.RELAY_LATE.found("the relay is " + Format.age(seconds) + " behind"))
        : Stream.empty();
  }

  private static Stream<Finding> writes(Status status) {
    Map<String, Long> retries = status.grown("tributary_sink_retries_total", "cause");
    long throttled = retries.getOrDefault("throttled", 0L);
    Stream<Finding> slow =
        throttled == 0
            ? Stream.empty()
            : Stream.of(
                FindingKind.THROTTLED.found(
                    "DynamoDB throttles: "
                        + Format.count(throttled)
                        + " tries in vain since the look before"
                        + mostlyOf(status)));
    Stream<Finding> failing =
        Stream.of("unavailable", "misconfigured")
            .filter(retries::containsKey)
            .map(
                cause ->
                    FindingKind.WRITES_FAIL.found(
                        "writes fail, "
                            + cause
                            + ": "
                            + Format.count(retries.getOrDefault(cause, 0L))
                            + " tries in vain since the look before"));
    return Stream.concat(slow, failing);
  }

  /** Probable tables: writes do not tell them. */
  private static String mostlyOf(Status status) {
    return status.stages().stream()
        .filter(stage -> stage.name().equals("sink") && stage.left() > 0)
        .map(stage -> status.tablesOf(stage.behindMost()))
        .filter(tables -> !tables.isEmpty())
        .map(tables -> "; most of the rest is for " + String.join(", ", tables))
        .findFirst()
        .orElse("");
  }

  private static Stream<Finding> counters(Status status) {
    Map<String, Long> negative =
        status.totals("tributary_processors_negative_counters_total", "topic");
    return negative.isEmpty()
        ? Stream.empty()
        : Stream.of(
            FindingKind.NEGATIVE_COUNTERS.found(
                "counters fell below zero: " + Format.counts(negative)));
  }

  private static Stream<Finding> letters(Status status) {
    return status.now().letters().value().stream()
        .flatMap(letters -> letters.families().entrySet().stream())
        .map(
            family ->
                FindingKind.DEAD_LETTERS.found(
                    "dead letters of "
                        + family.getKey()
                        + ": "
                        + Format.count(family.getValue().count())
                        + ", the oldest for "
                        + Format.age(status.age(family.getValue().since()))
                        + " ("
                        + Format.counts(family.getValue().codes())
                        + ')',
                    "see why: `tributary dead-letters list --family " + family.getKey() + "`"));
  }
}
