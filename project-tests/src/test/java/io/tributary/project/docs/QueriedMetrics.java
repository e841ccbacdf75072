package io.tributary.project.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What dashboards and alerts of {@code config} ask Prometheus for. */
final class QueriedMetrics {

  /** Every name that is not a function's, with its selector. */
  private static final Pattern METRIC =
      Pattern.compile("\\b([a-zA-Z_:][a-zA-Z0-9_:]*+)(?!\\s*\\()(?:\\{([^}]*)})?");

  private static final Pattern RANGE = Pattern.compile("\\[[^]]*]");
  private static final Set<String> WORDS =
      Set.of("and", "or", "unless", "by", "without", "on", "ignoring", "offset", "bool");
  private static final Pattern MATCHER = Pattern.compile("([a-z_]+)\\s*(?:=~|!~|!=|=)");
  private static final Pattern GROUPING = Pattern.compile("\\bby\\s*\\(([^)]*)\\)");
  private static final Pattern ALERT =
      Pattern.compile("- alert: (\\w+)\n +expr: (.+)\n(?s:(.*?))(?=\n +- alert|\\z)");
  private static final Pattern TEXT_LABEL =
      Pattern.compile("\\{\\{\\s*(?:\\$labels\\.)?([a-z_]+)\\s*}}");

  private QueriedMetrics() {}

  /**
   * A query.
   *
   * @param place the panel or the alert
   * @param text in PromQL
   * @param shown labels that its legend or its text names
   */
  record Query(String place, String text, Set<String> shown) {

    /** The series that it reads, with the labels by which it selects or groups them. */
    List<Series> series() {
      Set<String> grouped =
          GROUPING
              .matcher(text)
              .results()
              .flatMap(by -> Stream.of(by.group(1).split("\\s*,\\s*")))
              .collect(Collectors.toSet());
      List<Series> series = new ArrayList<>();
      String names = RANGE.matcher(GROUPING.matcher(text).replaceAll(" ")).replaceAll(" ");
      Matcher metric = METRIC.matcher(names);
      while (metric.find()) {
        if (WORDS.contains(metric.group(1))) {
          continue;
        }
        Set<String> labels = new TreeSet<>(grouped);
        labels.addAll(shown);
        if (metric.group(2) != null) {
          MATCHER.matcher(metric.group(2)).results().forEach(match -> labels.add(match.group(1)));
        }
        series.add(new Series(metric.group(1), labels));
      }
      return series;
    }
  }

  /** A series by its name in Prometheus, and labels that it must have. */
  record Series(String name, Set<String> labels) {}

  static List<Query> ofDashboard(Path file) throws IOException {
    List<Query> queries = new ArrayList<>();
    for (JsonNode panel : new ObjectMapper().readTree(file.toFile()).path("panels")) {
      for (JsonNode target : panel.path("targets")) {
        queries.add(
            new Query(
                panel.path("title").asText(),
                target.path("expr").asText(),
                labels(target.path("legendFormat").asText())));
      }
    }
    return queries;
  }

  static List<Query> ofAlerts(Path file) throws IOException {
    return ALERT
        .matcher(Files.readString(file))
        .results()
        .map(alert -> new Query(alert.group(1), alert.group(2), labels(alert.group(3))))
        .toList();
  }

  private static Set<String> labels(String text) {
    return TEXT_LABEL
        .matcher(text.replace("{{ $value }}", ""))
        .results()
        .map((MatchResult match) -> match.group(1))
        .collect(Collectors.toSet());
  }
}
