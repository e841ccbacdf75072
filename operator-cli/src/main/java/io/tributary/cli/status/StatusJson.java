package io.tributary.cli.status;

import io.tributary.operations.JsonFields;
import io.tributary.operations.status.ClusterView;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.ServiceView;
import io.tributary.operations.status.Snapshot;
import io.tributary.operations.status.Status;
import io.tributary.operations.status.TopicView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A sample as programs read it: all there is, in one object. What is not known is null. */
final class StatusJson {

  private static final int DIGITS = 3;

  private StatusJson() {}

  static Map<String, @Nullable Object> of(Status status, List<Finding> findings) {
    Snapshot now = status.now();
    return JsonFields.of("at", Instant.ofEpochMilli(now.millis()).toString())
        .and("ok", findings.isEmpty())
        .and("findings", findings.stream().map(StatusJson::finding).toList())
        .and("services", now.services().stream().map(StatusJson::service).toList())
        .and("stages", status.stages().stream().map(StatusJson::stage).toList())
        .and("topics", status.topics().stream().map(StatusJson::topic).toList())
        .and("duplicates", duplicates(status))
        .and("dead_letters", letters(status))
        .and("dynamodb", dynamo(status))
        .and("states", now.cluster().value().map(view -> new TreeMap<>(view.states())).orElse(null))
        .and("cluster", now.cluster().value().map(StatusJson::cluster).orElse(null))
        .map();
  }

  private static Map<String, @Nullable Object> finding(Finding finding) {
    return JsonFields.of("code", finding.rule().code())
        .and("what", finding.what())
        .and("do", finding.remedy())
        .map();
  }

  private static Map<String, @Nullable Object> service(ServiceView service) {
    return JsonFields.of("service", service.role())
        .and("url", service.url().toString())
        .and("reachable", service.answer().value().isPresent())
        .and(
            "ready",
            service.answer().value().filter(pages -> pages.reasons().isEmpty()).isPresent())
        .and(
            "reasons",
            service.answer().value().map(ServiceView.Pages::reasons).orElse(List.of()).stream()
                .map(
                    reason ->
                        JsonFields.of("code", reason.code()).and("message", reason.message()).map())
                .toList())
        .map();
  }

  private static Map<String, @Nullable Object> stage(Status.StageLine stage) {
    return JsonFields.of("stage", stage.name())
        .and("lag_records", stage.left())
        .and("lag_seconds", stage.left() == 0 ? BigDecimal.ZERO : rounded(stage.seconds()))
        .and("done_per_second", rounded(stage.rate()))
        .and("consumers", stage.members().orElse(null))
        .map();
  }

  private static Map<String, @Nullable Object> topic(Status.TopicLine line) {
    TopicView view = line.view();
    return JsonFields.of("topic", view.name())
        .and("kind", view.topic().kind().name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .and("records", view.records())
        .and("per_second", rounded(line.rate()))
        .and("bytes", view.bytes().isPresent() ? view.bytes().getAsLong() : null)
        .and("stage", view.consumed().map(TopicView.Consumed::stage).orElse(null))
        .and("lag_records", view.consumed().map(TopicView.Consumed::left).orElse(null))
        .and("lag_seconds", rounded(line.age()))
        .map();
  }

  private static @Nullable Map<String, @Nullable Object> letters(Status status) {
    return status
        .now()
        .letters()
        .value()
        .map(
            open -> {
              Map<String, Object> families = new TreeMap<>();
              open.families()
                  .forEach(
                      (family, letters) ->
                          families.put(
                              family,
                              JsonFields.of("open", letters.count())
                                  .and("codes", letters.codes())
                                  .and("oldest", Instant.ofEpochMilli(letters.since()).toString())
                                  .map()));
              return JsonFields.of("open", open.count())
                  .and("counted_all", open.all())
                  .and("families", families)
                  .and("routine", open.routine())
                  .map();
            })
        .orElse(null);
  }

  private static @Nullable Object duplicates(Status status) {
    return status.hears("processors")
        ? status.totals("tributary_processors_duplicates_total", "topic")
        : null;
  }

  private static @Nullable Object dynamo(Status status) {
    return status.hears("sink") ? dynamoBySinks(status) : null;
  }

  private static Map<String, @Nullable Object> dynamoBySinks(Status status) {
    return JsonFields.of("requests", status.totals("tributary_sink_requests_total", "operation"))
        .and("write_units", Math.round(status.total("tributary_sink_write_units_total")))
        .and("outcomes", status.totals("tributary_sink_outcomes_total", "outcome"))
        .and("retries", status.totals("tributary_sink_retries_total", "cause"))
        .and("retries_lately", status.grown("tributary_sink_retries_total", "cause"))
        .map();
  }

  private static Map<String, @Nullable Object> cluster(ClusterView view) {
    return JsonFields.of("brokers", view.brokers())
        .and("missing_topics", view.missing())
        .and("offline_partitions", view.offline())
        .and("under_replicated_partitions", view.underReplicated())
        .map();
  }

  private static @Nullable BigDecimal rounded(OptionalDouble number) {
    return number.isPresent()
        ? BigDecimal.valueOf(number.getAsDouble()).setScale(DIGITS, RoundingMode.HALF_UP)
        : null;
  }
}
