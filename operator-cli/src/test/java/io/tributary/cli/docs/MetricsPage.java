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

      `GET /metrics` of each service, in Prometheus' text form. A counter's name there ends in `_total`; a timer
      gives `_seconds_count`, `_seconds_sum` and `_seconds_bucket`. Beside these there are the JVM's own (`jvm_…`).
      Tags have few possible values; none holds an id. [Alerts](../../config/prometheus/alerts.yml) and a [dashboard](../../config/grafana/dashboards/tributary.json) ask for them.
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
