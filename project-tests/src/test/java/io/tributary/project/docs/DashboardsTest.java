package io.tributary.project.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.project.docs.QueriedMetrics.Query;
import io.tributary.project.docs.QueriedMetrics.Series;
import io.tributary.runtime.health.ServiceMeter;
import io.tributary.runtime.metrics.Meter;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Dashboards and alerts ask for nothing that no service says. */
class DashboardsTest {

  private static final Path CONFIG = Path.of("..", "config").toAbsolutePath().normalize();
  private static final Path ALERTS = CONFIG.resolve("prometheus/alerts.yml");

  /** What Prometheus adds to every series that it scrapes. */
  private static final Set<String> ADDED = Set.of("job", "instance");

  private static final Map<String, Set<String>> KNOWN = known();

  static Stream<Query> queries() throws IOException {
    try (Stream<Path> files = Files.list(CONFIG.resolve("grafana/dashboards"))) {
      List<Query> queries = new ArrayList<>(QueriedMetrics.ofAlerts(ALERTS));
      for (Path dashboard : files.toList()) {
        queries.addAll(QueriedMetrics.ofDashboard(dashboard));
      }
      return queries.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("queries")
  void shouldAskForExistingResources(Query query) {
    assertThat(query.series()).as("series in %s", query.text()).isNotEmpty();
    for (Series series : query.series()) {
      assertThat(KNOWN).as(query.place()).containsKey(series.name());
      Set<String> labels = new HashSet<>(KNOWN.getOrDefault(series.name(), Set.of()));
      labels.addAll(ADDED);
      assertThat(labels)
          .as("labels of %s in %s", series.name(), query.place())
          .containsAll(series.labels());
    }
  }

  /** A name is one, whatever it begins with. */
  @Test
  void shouldSeeEveryNameInAQuery() {
    Query query =
        new Query(
            "nowhere",
            "sum by (job) (rate(tributry_ready{a=\"x(y)\"}[5m])) > 1e3 unless go_threads offset 5m",
            Set.of());

    assertThat(query.series())
        .containsExactly(
            new Series("tributry_ready", Set.of("a", "job")),
            new Series("go_threads", Set.of("job")));
  }

  @Test
  void shouldReadEveryAlert() throws IOException {
    long alerts =
        Files.readAllLines(ALERTS).stream().filter(line -> line.contains("- alert:")).count();

    assertThat(QueriedMetrics.ofAlerts(ALERTS)).hasSize((int) alerts);
  }

  /** Every metric that its meaning calls an alarm has an alert. */
  @Test
  void shouldAlertOnEveryAlarm() throws IOException {
    Set<String> watched =
        QueriedMetrics.ofAlerts(ALERTS).stream()
            .flatMap(alert -> alert.series().stream())
            .map(Series::name)
            .collect(Collectors.toSet());

    assertThat(
            meters()
                .filter(meter -> meter.meaning().contains("alarm"))
                .filter(meter -> names(meter).noneMatch(watched::contains)))
        .isEmpty();
  }

  private static Stream<Meter> meters() {
    return Stream.of(
            ServiceMeter.values(),
            GatewayMeter.values(),
            ProcessorsMeter.values(),
            SinkMeter.values())
        .flatMap(Stream::of);
  }

  private static Map<String, Set<String>> known() {
    Map<String, Set<String>> known = new HashMap<>();
    known.put("up", Set.of());
    meters().forEach(meter -> names(meter).forEach(name -> known.put(name, labels(meter, name))));
    Meters jvm = Meters.withJvm();
    Pattern.compile("(?m)^(jvm_[a-z0-9_]+)\\{([^}]*)}")
        .matcher(jvm.scrape())
        .results()
        .forEach(
            line ->
                known.put(
                    line.group(1),
                    Stream.of(line.group(2).split(",", -1))
                        .map(label -> label.replaceFirst("=.*", ""))
                        .collect(Collectors.toSet())));
    jvm.close();
    return known;
  }

  private static Stream<String> names(Meter meter) {
    return switch (meter.kind()) {
      case GAUGE -> Stream.of(meter.meter());
      case COUNTER -> Stream.of(meter.meter() + "_total");
      case TIMER ->
          Stream.of("_seconds_count", "_seconds_sum", "_seconds_bucket")
              .map(suffix -> meter.meter() + suffix);
    };
  }

  private static Set<String> labels(Meter meter, String name) {
    Set<String> labels = new HashSet<>(meter.tags());
    if (name.endsWith("_bucket")) {
      labels.add("le");
    }
    return labels;
  }
}
