package io.tributary.cli.status;

import io.tributary.cli.output.Column;
import io.tributary.operations.Program;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.Status;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The screen: lines of 120 columns, but for commands, at most 60 as long as few things are wrong.
 *
 * @param where the cluster and the tables are, in words
 */
record StatusText(String where) {

  private static final int WIDTH = 120;
  private static final int MOST_TOPICS = 20;

  List<String> lines(Status status, List<Finding> findings) {
    List<String> lines = new ArrayList<>();
    Instant moment = Instant.ofEpochMilli(status.now().millis()).truncatedTo(ChronoUnit.SECONDS);
    lines.add(moment + "  " + where);
    lines.add("");
    lines.addAll(section(StatusTables.SERVICES, status.now().services()));
    if (status.now().cluster().value().isPresent()) {
      lines.addAll(section(StatusTables.STAGES, status.stages()));
      lines.addAll(topics(status.topics()));
    }
    lines.addAll(new TotalsText(status).lines());
    lines.add("");
    lines.replaceAll(StatusText::cut);
    lines.addAll(findings(findings));
    return lines;
  }

  /** First those that move, then as many of the others as there is room for. */
  private static List<String> topics(List<Status.TopicLine> all) {
    List<Status.TopicLine> known =
        all.stream().filter(topic -> topic.view().records() > 0 || topic.isMoving()).toList();
    List<Status.TopicLine> shown =
        known.stream()
            .sorted(Comparator.comparing(Status.TopicLine::isMoving).reversed())
            .limit(MOST_TOPICS)
            .toList();
    List<Status.TopicLine> rows = known.stream().filter(shown::contains).toList();
    List<String> lines = new ArrayList<>(Column.lines(StatusTables.TOPICS, rows));
    if (known.size() > shown.size()) {
      lines.add((known.size() - shown.size()) + " more; --output json has all");
    }
    lines.add("");
    return known.isEmpty() ? List.of() : lines;
  }

  private static List<String> findings(List<Finding> findings) {
    if (findings.isEmpty()) {
      return List.of("Nothing is wrong.");
    }
    List<String> lines = new ArrayList<>();
    lines.add("WRONG");
    for (Finding finding : findings) {
      lines.addAll(wrapped("", finding.rule().code() + ": " + finding.what()));
      lines.addAll(wrapped("  -> ", Program.named(finding.remedy())));
    }
    return lines;
  }

  private static <T> List<String> section(List<Column<T>> columns, List<T> rows) {
    List<String> lines = new ArrayList<>(Column.lines(columns, rows));
    lines.add("");
    return rows.isEmpty() ? List.of() : lines;
  }

  /** On as many lines as it needs; a command stays on one, however long it is. */
  private static List<String> wrapped(String start, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(start);
    boolean command = false;
    for (String word : text.split(" ", -1)) {
      if (!command && line.length() + word.length() > WIDTH) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder("     ");
      }
      line.append(word).append(' ');
      command ^= word.chars().filter(each -> each == '`').count() % 2 == 1;
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  private static String cut(String line) {
    return line.length() <= WIDTH ? line : line.substring(0, WIDTH - 3) + "...";
  }
}
