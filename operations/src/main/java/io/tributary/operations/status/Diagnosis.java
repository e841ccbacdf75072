package io.tributary.operations.status;

import io.tributary.sink.table.TableReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds problems: those that stop everything first, those that can wait last. */
public final class Diagnosis {

  /** Time that a stage may need for its first record. */
  private static final double STOPPED_SECONDS = 10;

  /** Age from which a stage is late. */
  public static final double LATE_SECONDS = 60;

  private static final double RELAY_LATE_SECONDS = 3600;

  private static final Set<FindingKind> CAUSES_OF_FAILED_WRITES =
      EnumSet.of(FindingKind.DYNAMODB_UNREACHABLE, FindingKind.TABLES_MISSING);

  /** Findings that explain why the instances of a stage are behind. */
  private static final Map<String, Set<FindingKind>> CAUSES_OF_LAG =
      Map.of(
          "processors",
          EnumSet.of(
              FindingKind.TOPICS_MISSING, FindingKind.STATE_LOST, FindingKind.TRANSACTION_OPEN),
          "sink",
          causesOfLateSink());

  /** Findings that explain a readiness code. */
  private static final Map<String, Set<FindingKind>> CAUSES_OF_CODES = causesOfCodes();

  /** Readiness codes of an instance that does not start before an operator has decided. */
  private static final Set<String> WAITING = Set.of("topic_replaced", "state_lost");

  private final Status status;
  private final Snapshot now;
  private final Optional<ClusterView> cluster;
  private final List<Finding> findings = new ArrayList<>();

  /** Roles with an instance that does not answer. */
  private final Set<String> silent = new HashSet<>();

  private Diagnosis(Status status) {
    this.status = status;
    this.now = status.now();
    this.cluster = now.cluster().value();
  }

  /** Findings of a status; none if all is well. */
  public static List<Finding> findings(Status status) {
    Diagnosis diagnosis = new Diagnosis(status);
    diagnosis.kafka();
    diagnosis.findings.addAll(ClockFindings.of(status.now()));
    diagnosis.tables();
    diagnosis.now.services().forEach(diagnosis::service);
    status.stages().forEach(diagnosis::stage);
    diagnosis.relay();
    diagnosis.writes();
    diagnosis.findings.addAll(WaitFindings.of(status, diagnosis.findings));
    diagnosis.counters();
    GatewayAlarms.of(status).forEach(diagnosis.findings::add);
    DeadLetterFindings.of(status).forEach(diagnosis.findings::add);
    return List.copyOf(diagnosis.findings);
  }

  private static Set<FindingKind> causesOfLateSink() {
    Set<FindingKind> causes = EnumSet.of(FindingKind.TRANSACTION_OPEN);
    causes.addAll(CAUSES_OF_FAILED_WRITES);
    return causes;
  }

  private static Map<String, Set<FindingKind>> causesOfCodes() {
    Set<FindingKind> kafka = EnumSet.of(FindingKind.KAFKA_UNREACHABLE);
    Set<FindingKind> kafkaOrTopics =
        EnumSet.of(FindingKind.KAFKA_UNREACHABLE, FindingKind.TOPICS_MISSING);
    Set<FindingKind> kafkaOrTopicsOrStates =
        EnumSet.of(
            FindingKind.KAFKA_UNREACHABLE, FindingKind.TOPICS_MISSING, FindingKind.STATE_LOST);
    Set<FindingKind> tables = CAUSES_OF_FAILED_WRITES;
    return Map.ofEntries(
        Map.entry("kafka_unavailable", kafka),
        Map.entry(
            "directory_behind",
            EnumSet.of(
                FindingKind.KAFKA_UNREACHABLE,
                FindingKind.TRANSACTION_OPEN,
                FindingKind.TOPIC_REPLACED)),
        Map.entry("state_lost", EnumSet.of(FindingKind.STATE_LOST)),
        Map.entry("transaction_open", EnumSet.of(FindingKind.TRANSACTION_OPEN)),
        Map.entry("not_assigned", kafkaOrTopics),
        Map.entry("processing_fails", kafkaOrTopicsOrStates),
        Map.entry("topic_replaced", EnumSet.of(FindingKind.TOPIC_REPLACED)),
        Map.entry("dynamodb_unavailable", tables),
        Map.entry("dynamodb_misconfigured", tables),
        Map.entry("record_stuck", tables),
        Map.entry("stream_missing", tables),
        Map.entry("stream_misconfigured", tables),
        Map.entry("stream_unavailable", tables));
  }

  private void add(FindingKind kind, String what) {
    findings.add(kind.found(what));
  }

  private void kafka() {
    if (now.cluster().hasFailed()) {
      add(FindingKind.KAFKA_UNREACHABLE, now.cluster().failure());
    } else {
      failed("topics' settings", now.drift());
      failed("waits", now.waits());
      failed("dead letters", now.deadLetters());
    }
    cluster.ifPresent(
        view -> {
          named(FindingKind.TOPICS_MISSING, "missing topics", view.missing());
          LogFindings.of(status, view).forEach(findings::add);
          named(FindingKind.PARTITIONS_OFFLINE, "partitions without a leader", view.offline());
          named(
              FindingKind.REPLICAS_BEHIND,
              "partitions with replicas out of sync",
              view.underReplicated());
        });
    now.waits().value().stream()
        .flatMap(List::stream)
        .filter(lag -> !lag.remedy().isEmpty())
        .forEach(
            lag ->
                findings.add(
                    FindingKind.FOREIGN_WAITS.found(
                        "records of " + lag.topic() + " that no processor wrote: " + lag.records(),
                        lag.remedy())));
    now.drift().value().ifPresent(drift -> drift.forEach(found -> findings.add(drifted(found))));
  }

  /** Partitions that were raised need another remedy than settings. */
  private Finding drifted(String difference) {
    if (difference.startsWith("broker ")) {
      return FindingKind.BROKER_DRIFT.found(difference);
    }
    return cluster.stream()
        .flatMap(view -> view.topics().stream())
        .filter(topic -> difference.startsWith("topic " + topic.name() + " has partitions="))
        .map(
            topic ->
                FindingKind.TOPIC_DRIFT.found(
                    difference,
                    "end processors and sinks, `tributary topics recreate "
                        + topic.topic().name()
                        + "`, start them again"))
        .findFirst()
        .orElseGet(() -> FindingKind.TOPIC_DRIFT.found(difference));
  }

  private void failed(String what, Answered<?> answer) {
    if (answer.hasFailed()) {
      add(FindingKind.KAFKA_PARTLY_UNKNOWN, what + " not known: " + answer.failure());
    }
  }

  private void named(FindingKind kind, String what, List<String> names) {
    if (!names.isEmpty()) {
      add(kind, counted(what, names));
    }
  }

  private static String counted(String what, List<String> names) {
    return what + ": " + Format.count(names.size()) + " (" + Format.some(names) + ")";
  }

  private void tables() {
    Answered<TableReport> tables = now.tables();
    if (tables.hasFailed()) {
      add(FindingKind.DYNAMODB_UNREACHABLE, "tables cannot be read: " + tables.failure());
      return;
    }
    tables
        .value()
        .ifPresent(
            report -> {
              missingTables(report);
              named(
                  FindingKind.TABLE_DRIFT,
                  "tables that differ from their definitions",
                  report.differing());
            });
    if (now.relay().hasFailed()) {
      add(FindingKind.STREAM_UNREADABLE, now.relay().failure());
    }
  }

  private void missingTables(TableReport report) {
    String tables = String.join(",", report.missing());
    if (tables.isEmpty()) {
      return;
    }
    if (report.missing().size() == report.tables()) {
      findings.add(
          FindingKind.TABLES_MISSING.found(
              "none of the "
                  + report.tables()
                  + " tables exists where dynamodb.endpoint, dynamodb.region and table.prefix point",
              "correct these settings; on a new cluster `tributary tables create`; after a loss"
                  + " `tributary replay run` makes and fills all"));
      return;
    }
    findings.add(
        FindingKind.TABLES_MISSING.found(
            "tables that do not exist: " + tables.replace(",", ", "),
            "`tributary replay run --tables "
                + tables
                + "` makes and fills them; `tributary tables create` leaves them empty"));
  }

  private void service(ServiceView service) {
    boolean elsewhere = !service.named() && hasConsumers(service.role());
    if (service.answer().hasFailed() && !elsewhere) {
      unreachable(service);
    }
    service
        .codes()
        .forEach(
            (code, messages) -> {
              if (!isFound(CAUSES_OF_CODES.getOrDefault(code, Set.of()))) {
                unready(service, code, messages);
              }
            });
  }

  private void unready(ServiceView service, String code, List<String> messages) {
    String more = messages.size() == 1 ? "" : "; and " + (messages.size() - 1) + " more";
    findings.add(
        FindingKind.SERVICE_UNREADY.found(
            service + " is not ready: " + code + ", " + messages.get(0) + more, Remedies.of(code)));
  }

  private void unreachable(ServiceView service) {
    String left =
        status.stages().stream()
            .filter(stage -> stage.name().equals(service.role()) && stage.left() > 0)
            .map(stage -> "; " + left(stage))
            .findFirst()
            .orElse("");
    silent.add(service.role());
    String what = service + ": " + service.answer().failure() + left;
    if (ServiceView.ROLES.contains(service.role())) {
      findings.add(
          FindingKind.SERVICE_UNREACHABLE.found(
              what,
              "start it, after the end of one that hangs: `tributary "
                  + service.role()
                  + "`; or name its address by --services"));
    } else {
      add(FindingKind.SERVICE_UNREACHABLE, what);
    }
  }

  /** True if a cause is known, whose consequences are no findings of their own. */
  private boolean isFound(Set<FindingKind> causes) {
    return findings.stream().anyMatch(finding -> causes.contains(finding.rule()));
  }

  /** An instance without a named address may be anywhere; its consumers show that it works. */
  private boolean hasConsumers(String role) {
    return cluster.filter(view -> view.members().getOrDefault(role, 0) > 0).isPresent();
  }

  private void stage(Status.StageLine stage) {
    if (stage.members().isEmpty() || silent.contains(stage.name()) || waits(stage.name())) {
      return;
    }
    if (stage.members().get() == 0) {
      // also with nothing left: the next record would stay
      findings.add(
          FindingKind.STAGE_STOPPED.found(
              "stage " + stage.name() + " has no instance: " + left(stage),
              "`tributary " + stage.name() + "` starts one"));
    } else if (stage.left() > 0 && !isFound(CAUSES_OF_LAG.getOrDefault(stage.name(), Set.of()))) {
      behind(stage);
    }
  }

  /** True if an instance of the role waits for an operator, which is a finding of its own. */
  private boolean waits(String role) {
    return now.services().stream()
        .filter(service -> service.role().equals(role))
        .flatMap(service -> service.codes().keySet().stream())
        .anyMatch(WAITING::contains);
  }

  private static String left(Status.StageLine stage) {
    if (stage.left() == 0) {
      return "nothing is left, and new records are not processed";
    }
    String left = Format.count(stage.left()) + " records left, most of them in ";
    return left
        + stage.behindMost()
        + (stage.seconds().isPresent()
            ? ", the oldest is " + Format.age(stage.seconds().getAsDouble()) + " old"
            : "");
  }

  private void behind(Status.StageLine stage) {
    double seconds = stage.seconds().orElse(0);
    boolean still = stage.rate().isPresent() && stage.rate().getAsDouble() == 0;
    if (still && seconds >= STOPPED_SECONDS) {
      findings.add(
          FindingKind.STAGE_STOPPED.found(
              "stage " + stage.name() + " does not progress: " + left(stage),
              "read the log of the " + stage.name() + " instances"));
    } else if (seconds >= LATE_SECONDS) {
      add(FindingKind.STAGE_LATE, "stage " + stage.name() + " is late: " + left(stage));
    }
  }

  private void relay() {
    status.stages().stream()
        .filter(stage -> stage.name().equals("relay"))
        .forEach(
            stage -> {
              double seconds = stage.seconds().orElse(0);
              if (silent.contains("sink")) {
                return;
              }
              if (stage.left() > 0 && !hasConsumers("sink")) {
                findings.add(
                    FindingKind.STAGE_STOPPED.found(
                        "stage relay has no instance, since no sink runs: "
                            + Format.count(stage.left())
                            + " changes left, most of them in table "
                            + stage.behindMost(),
                        "`tributary sink` starts one; within 24 hours, as long as streams keep them"));
              } else if (seconds >= RELAY_LATE_SECONDS) {
                add(FindingKind.RELAY_LATE, "the relay is " + Format.age(seconds) + " behind");
              }
            });
    long gaps = Math.round(status.total("tributary_sink_stream_gaps_total"));
    if (gaps > 0) {
      add(
          FindingKind.STREAM_GAP,
          "a table's stream had lost records not relayed yet, "
              + Format.count(gaps)
              + " times since the sinks started");
    }
  }

  private void writes() {
    Map<String, Long> retries = status.grown("tributary_sink_retries_total", "cause");
    String since = " failed tries since the last look";
    if (retries.containsKey("throttled")) {
      String tries = Format.count(retries.getOrDefault("throttled", 0L));
      add(FindingKind.THROTTLED, "DynamoDB throttles: " + tries + since + mostlyOf());
    }
    for (String cause : List.of("unavailable", "misconfigured")) {
      if (retries.containsKey(cause) && !isFound(CAUSES_OF_FAILED_WRITES)) {
        String tries = Format.count(retries.getOrDefault(cause, 0L));
        add(FindingKind.WRITES_FAIL, "writes fail, " + cause + ": " + tries + since);
      }
    }
  }

  /** Probable tables: writes do not tell them. */
  private String mostlyOf() {
    return status.stages().stream()
        .filter(stage -> stage.name().equals("sink") && stage.left() > 0)
        .map(stage -> status.tablesOf(stage.behindMost()))
        .filter(tables -> !tables.isEmpty())
        .map(tables -> "; most of the rest is for " + String.join(", ", tables))
        .findFirst()
        .orElse("");
  }

  private void counters() {
    Map<String, Long> negative =
        status.totals("tributary_processors_negative_counters_total", "topic");
    if (!negative.isEmpty()) {
      add(FindingKind.NEGATIVE_COUNTERS, "counters fell below zero: " + Format.counts(negative));
    }
  }
}
