package io.tributary.project.pages;

import static io.tributary.project.pages.MarkdownTable.code;

import io.tributary.gateway.metrics.GatewayMeter;
import io.tributary.processors.metrics.ProcessorsMeter;
import io.tributary.runtime.health.ServiceMeter;
import io.tributary.runtime.metrics.Meter;
import io.tributary.sink.metrics.SinkMeter;
import java.util.List;
import java.util.Locale;

/** {@code docs/operate/metrics.md}. */
final class MetricsPage {

  private static final String HEAD =
      """
      # Metrics

      <!-- Made from code; see GeneratedPagesTest. -->

      `GET /metrics` of `ops.listen`, `processors.listen` and `sink.listen`, in Prometheus' format, with the JVM's own (`jvm_…`).
      Counters end in `_total` there, timers in `_seconds_count`, `_sum`, `_bucket`. No tag holds an id.
      Use them with these [alerts](../../config/prometheus/alerts.yml) and this [dashboard](../../config/grafana/dashboards/tributary.json).
      """;

  private static final String OUTCOMES =
      """

      ## Outcomes of writes

      | `outcome` of `tributary_sink_outcomes` | meaning |
      | --- | --- |
      | `stored` | written |
      | `already_stored` | written before: a redelivery or a retry |
      | `duplicate` | an earlier record has the same id |
      | `stale` | the item has a later state |
      | `superseded` | a newer value of the same counter is written instead |
      | `deleted`, `already_absent` | gone by this write, or before |
      | `not_expired` | the item has not expired and stays |
      | `rejected` | a dead letter |
      """;

  private MetricsPage() {}

  static String text() {
    return HEAD
        + section("Every service", List.of(ServiceMeter.values()))
        + section("Gateway", List.of(GatewayMeter.values()))
        + section("Processors", List.of(ProcessorsMeter.values()))
        + section("Sink", List.of(SinkMeter.values()))
        + OUTCOMES;
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
