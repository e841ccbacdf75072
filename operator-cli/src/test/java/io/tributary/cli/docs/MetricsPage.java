package io.tributary.cli.docs;

import static io.tributary.cli.docs.MarkdownTable.code;

import io.tributary.gateway.GatewayMeter;
import io.tributary.processors.ProcessorsMeter;
import io.tributary.runtime.health.ServiceMeter;
import io.tributary.runtime.metrics.Meter;
import io.tributary.sink.SinkMeter;
import java.util.List;
import java.util.Locale;

/** {@code docs/operate/metrics.md}. */
final class MetricsPage {

  private static final String HEAD =
      """
      # Metrics

      <!-- Made from code; see DocumentationTest. -->

      Each service serves these in Prometheus' text format at `GET /metrics`, with the JVM's own (`jvm_…`). Names of counters end in `_total` there;
      a timer has `_seconds_count`, `_seconds_sum` and `_seconds_bucket`. No tag holds an id.
      Use them with these [alerts](../../config/prometheus/alerts.yml) and this [dashboard](../../config/grafana/dashboards/tributary.json).
      """;

  private MetricsPage() {}

  static String text() {
    return HEAD
        + section("Every service", List.of(ServiceMeter.values()))
        + section("Gateway", List.of(GatewayMeter.values()))
        + section("Processors", List.of(ProcessorsMeter.values()))
        + section("Sink", List.of(SinkMeter.values()));
  }

  private static String section(String title, List<? extends Meter> meters) {
    MarkdownTable table = new MarkdownTable("meter", "kind", "tags", "meaning");
    for (Meter meter : meters) {
      table.row(
          code(meter.meter()),
          meter.kind().name().toLowerCase(Locale.ROOT),
          String.join(", ", meter.tags().stream().map(MarkdownTable::code).toList()),
          meter.meaning());
    }
    return "\n## " + title + "\n\n" + table;
  }
}
