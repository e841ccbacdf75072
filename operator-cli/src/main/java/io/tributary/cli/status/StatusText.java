package io.tributary.cli.status;

import io.tributary.cli.output.TextTable;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.Format;
import io.tributary.operations.status.ServiceView;
import io.tributary.operations.status.Status;
import io.tributary.operations.status.TopicView;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The screen: at most 60 lines of 120 columns, as long as no more than a few things are wrong.
 *
 * @param where the cluster and the tables are, in words
 */
record StatusText(String where) {

  private static final int WIDTH = 120;
  private static final int MOST_TOPICS = 20;
  private static final int MOST_FINDINGS = 5;
  private static final String NONE = "-";
  private static final String UNKNOWN = "?";

  List<String> lines(Status status, List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    Instant moment = Instant.ofEpochMilli(status.now().millis()).truncatedTo(ChronoUnit.SECONDS);
    lines.add(moment + "  " + where);
    lines.add("");
    lines.addAll(services(status));
    if (status.now().cluster().value().isPresent()) {
      lines.addAll(stages(status));
      lines.addAll(topics(status.topics()));
    }
    lines.addAll(new TotalsText(status).lines());
    lines.add("");
    lines.addAll(findings(findings));
    return lines.stream().map(StatusText::cut).toList();
  }

  private static List<String> services(Status status) {
    List<List<String>> rows = new ArrayList<>();
    for (ServiceView service : status.now().services()) {
      String state =
          service
              .answer()
              .value()
              .map(
                  pages ->
                      pages.reasons().isEmpty()
                          ? "ready"
                          : String.join(", ", service.codes().keySet()))
              .orElse(service.answer().failure());
      rows.add(List.of(service.role(), service.url().toString(), state));
    }
    return rows.isEmpty() ? List.of() : section(List.of("SERVICE", "AT", "STATE"), rows);
  }

  private static List<String> stages(Status status) {
    List<List<String>> rows = new ArrayList<>();
    for (Status.StageLine stage : status.stages()) {
      rows.add(
          List.of(
              stage.name(),
              Format.count(stage.left()),
              stage.left() == 0 ? NONE : age(stage.seconds()),
              rate(stage.rate()),
              stage.members().map(String::valueOf).orElse(NONE),
              stage.behindMost().isEmpty() ? NONE : stage.behindMost()));
    }
    return section(List.of("STAGE", "LAG", "OLDEST", "DONE/S", "CONSUMERS", "MOST OF IT IN"), rows);
  }

  /** Those that move first get a place, then as many of the others as there is room for. */
  private static List<String> topics(List<Status.TopicLine> all) {
    List<Status.TopicLine> known =
        all.stream().filter(topic -> topic.view().records() > 0 || topic.isMoving()).toList();
    List<Status.TopicLine> shown =
        known.stream()
            .sorted(Comparator.comparing(Status.TopicLine::isMoving).reversed())
            .limit(MOST_TOPICS)
            .toList();
    List<List<String>> rows = known.stream().filter(shown::contains).map(StatusText::row).toList();
    List<String> lines =
        new ArrayList<>(
            TextTable.lines(List.of("TOPIC", "RECORDS", "RATE/S", "LAG", "OLDEST", "SIZE"), rows));
    if (known.size() > shown.size()) {
      lines.add((known.size() - shown.size()) + " more; --output json has all");
    }
    lines.add("");
    return known.isEmpty() ? List.of() : lines;
  }

  private static List<String> row(Status.TopicLine topic) {
    TopicView view = topic.view();
    return List.of(
        view.name(),
        Format.count(view.records()),
        rate(topic.rate()),
        view.consumed().map(consumed -> Format.count(consumed.left())).orElse(NONE),
        topic.age().isPresent() ? age(topic.age()) : NONE,
        view.bytes().isPresent() ? Format.bytes(view.bytes().getAsLong()) : UNKNOWN);
  }

  private static List<String> findings(List<Finding> findings) {
    if (findings.isEmpty()) {
      return List.of("Nothing is wrong.");
    }
    List<String> lines = new ArrayList<>();
    lines.add("WRONG");
    for (Finding finding : findings.stream().limit(MOST_FINDINGS).toList()) {
      lines.addAll(wrapped(finding.rule().code() + ": " + finding.what()));
      lines.add("  -> " + finding.remedy());
    }
    if (findings.size() > MOST_FINDINGS) {
      lines.add((findings.size() - MOST_FINDINGS) + " more; --output json has all");
    }
    return lines;
  }

  private static List<String> section(List<String> titles, List<List<String>> rows) {
    List<String> lines = new ArrayList<>(TextTable.lines(titles, rows));
    lines.add("");
    return lines;
  }

  private static String rate(OptionalDouble rate) {
    return rate.isPresent() ? Format.rate(rate.getAsDouble()) : UNKNOWN;
  }

  private static String age(OptionalDouble seconds) {
    return seconds.isPresent() ? Format.age(seconds.getAsDouble()) : UNKNOWN;
  }

  /** On two lines what is too long for one. */
  private static List<String> wrapped(String text) {
    int space = text.length() <= WIDTH ? -1 : text.lastIndexOf(' ', WIDTH);
    return space <= 0
        ? List.of(text)
        : List.of(text.substring(0, space), "  " + text.substring(space + 1));
  }

  private static String cut(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 3) + "...";
  }
}
