package io.tributary.cli.status;

import io.tributary.cli.output.Column;
import io.tributary.operations.JsonFields;
import io.tributary.operations.Program;
import io.tributary.operations.deadletters.OpenDeadLetters;
import io.tributary.operations.status.ClusterView;
import io.tributary.operations.status.Finding;
import io.tributary.operations.status.Snapshot;
import io.tributary.operations.status.Status;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A sample as programs read it: all there is, in one object. What is not known is null. */
final class StatusJson {

  private StatusJson() {}

  static Map<String, @Nullable Object> of(Status status, List<Finding> findings) {
    Snapshot now = status.now();
    return JsonFields.of("at", Instant.ofEpochMilli(now.millis()).toString())
        .and("ok", findings.isEmpty())
        .and("findings", findings.stream().map(StatusJson::finding).toList())
        .and("services", table(StatusTables.SERVICES, now.services()))
        .and("stages", table(StatusTables.STAGES, status.stages()))
        .and("topics", table(StatusTables.TOPICS, status.topics()))
        .and("refused", status.refused())
        .and("duplicates", duplicates(status))
        .and("dead_letters", deadLetters(status))
        .and("dynamodb", dynamo(status))
        .and("states", now.cluster().value().map(view -> new TreeMap<>(view.states())).orElse(null))
        .and("cluster", now.cluster().value().map(StatusJson::cluster).orElse(null))
        .map();
  }

  private static Map<String, @Nullable Object> finding(Finding finding) {
    return JsonFields.of("code", finding.rule().code())
        .and("what", finding.what())
        .and("do", Program.named(finding.remedy()))
        .map();
  }

  private static <T> List<?> table(List<Column<T>> columns, List<T> rows) {
    return rows.stream().map(row -> Column.members(columns, row)).toList();
  }

  private static @Nullable Map<String, @Nullable Object> deadLetters(Status status) {
    long now = status.now().millis();
    return status
        .now()
        .deadLetters()
        .value()
        .map(
            open -> {
              Map<String, Object> families = new TreeMap<>();
              open.families()
                  .forEach(
                      (family, deadLetters) ->
                          families.put(
                              family,
                              JsonFields.of("open", deadLetters.count())
                                  .and("codes", deadLetters.codes())
                                  .and(
                                      "oldest",
                                      Instant.ofEpochMilli(deadLetters.since()).toString())
                                  .map()));
              return JsonFields.of("open", open.count())
                  .and("counted_all", open.all())
                  .and("families", families)
                  .and("routine", routine(open, OpenDeadLetters.Arrivals::count))
                  .and("routine_last_hour", routine(open, of -> of.lastHour(now)))
                  .and("routine_per_hour_before", routine(open, of -> of.perHourBefore(now)))
                  .map();
            })
        .orElse(null);
  }

  private static Map<String, Number> routine(
      OpenDeadLetters open, Function<OpenDeadLetters.Arrivals, Number> number) {
    Map<String, Number> numbers = new TreeMap<>();
    open.routine().forEach((code, arrivals) -> numbers.put(code, number.apply(arrivals)));
    return numbers;
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
        .and("replaced_topics", view.replaced().stream().map(loss -> loss.name()).toList())
        .and("offline_partitions", view.offline())
        .and("under_replicated_partitions", view.underReplicated())
        .map();
  }
}
