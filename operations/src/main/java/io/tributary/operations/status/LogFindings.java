package io.tributary.operations.status;

import io.tributary.operations.kafka.OpenTransaction;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Findings about the logs themselves: made anew, cut, or held back by open transactions. */
final class LogFindings {

  /** Age of a transaction that is not normal. */
  private static final double LONG_OPEN_SECONDS = 10;

  private static final Map<String, String> REMEDIES_OF_GAPS =
      Map.of(
          "processors",
          "the events are lost: senders may repeat them; find the cause, such as a retention or"
              + " `kafka-delete-records.sh`; stays until the processors restart",
          "sink",
          "`tributary replay run --from facts` makes them anew; find the cause, such as a retention"
              + " or `kafka-delete-records.sh`; stays until the sinks restart");

  private final Status status;
  private final ClusterView view;

  private LogFindings(Status status, ClusterView view) {
    this.status = status;
    this.view = view;
  }

  static List<Finding> of(Status status, ClusterView view) {
    LogFindings logs = new LogFindings(status, view);
    List<Finding> findings = new ArrayList<>();
    view.replaced()
        .forEach(
            loss -> findings.add(FindingKind.TOPIC_REPLACED.found(loss.toString(), loss.remedy())));
    if (!view.statesLost().isEmpty()) {
      findings.add(
          FindingKind.STATE_LOST.found(
              "changelogs of the processors are lost, so that counters and repeats are unknown: "
                  + Format.some(view.statesLost())));
    }
    findings.addAll(logs.transactions());
    findings.addAll(logs.gaps());
    findings.addAll(logs.foreigners());
    return findings;
  }

  /** One for each command that ends transactions. */
  private List<Finding> transactions() {
    Map<String, List<OpenTransaction>> byRemedy = new TreeMap<>();
    view.transactions().stream()
        .sorted(Comparator.comparing(open -> open.partition().toString()))
        .forEach(
            open ->
                byRemedy
                    .computeIfAbsent(
                        open.producer()
                            + open.transactionalId().orElse(' ' + open.partition().topic()),
                        first -> new ArrayList<>())
                    .add(open));
    return byRemedy.values().stream()
        .filter(open -> age(open) >= LONG_OPEN_SECONDS)
        .map(this::transaction)
        .toList();
  }

  /** Age in seconds of a transaction, by the partition that it has not written for longest. */
  private double age(List<OpenTransaction> open) {
    return open.stream().mapToDouble(each -> status.age(each.lastWrite())).max().orElse(0);
  }

  private Finding transaction(List<OpenTransaction> open) {
    OpenTransaction first = open.get(0);
    String places =
        open.stream()
            .map(each -> each.partition() + " from offset " + each.from())
            .collect(Collectors.joining(", "));
    return FindingKind.TRANSACTION_OPEN.found(
        "an open transaction of producer %d%s, %s old, holds back %s"
            .formatted(
                first.producer(),
                first.transactionalId().map(id -> " (" + id + ")").orElse(""),
                Format.age(age(open)),
                places),
        "end its program, or `tributary topics abort %s --producer %d`"
            .formatted(first.partition().topic(), first.producer()));
  }

  /** Vanished offsets: by commits, before a stage goes on, and by its metrics afterwards. */
  private List<Finding> gaps() {
    Map<String, Map<String, Long>> lost = new TreeMap<>();
    view.gaps()
        .forEach(
            (stage, gaps) ->
                gaps.forEach(gap -> add(lost, stage, gap.partition().toString(), gap.offsets())));
    for (String stage : List.of("processors", "sink")) {
      status
          .totals("tributary_" + stage + "_log_gaps_total", "topic")
          .forEach((topic, offsets) -> add(lost, stage, topic, offsets));
    }
    return lost.entrySet().stream()
        .map(
            stage ->
                FindingKind.LOG_GAP.found(
                    "records were removed before the %s read them, in offsets: %s"
                        .formatted(stage.getKey(), Format.counts(stage.getValue())),
                    REMEDIES_OF_GAPS.getOrDefault(stage.getKey(), "")))
        .toList();
  }

  /** Foreign members now, and their commits since the services started. */
  private List<Finding> foreigners() {
    List<Finding> findings = new ArrayList<>();
    for (String stage : List.of("processors", "sink")) {
      List<String> members = view.foreigners().getOrDefault(stage, List.of());
      Map<String, Long> commits =
          status.totals("tributary_" + stage + "_foreign_commits_total", "topic");
      if (!members.isEmpty() || !commits.isEmpty()) {
        findings.add(
            FindingKind.FOREIGN_CONSUMER.found(
                "a foreign program in the group of the %s takes records away: members %s, commits %s"
                    .formatted(
                        stage,
                        members.isEmpty() ? "none now" : Format.some(members),
                        commits.isEmpty() ? "none seen" : Format.counts(commits))));
      }
    }
    return findings;
  }

  private static void add(
      Map<String, Map<String, Long>> lost, String stage, String place, long offsets) {
    lost.computeIfAbsent(stage, first -> new TreeMap<>()).merge(place, offsets, Long::sum);
  }
}
