package io.tributary.cli.status;

import io.tributary.cli.output.Column;
import io.tributary.operations.JsonFields;
import io.tributary.operations.status.Format;
import io.tributary.operations.status.ServiceView;
import io.tributary.operations.status.Status.StageLine;
import io.tributary.operations.status.Status.TopicLine;
import io.tributary.operations.status.TopicView;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The tables of a status. Unknown numbers are {@code ?} in text and null in JSON. */
final class StatusTables {

  private static final String NONE = "-";
  private static final String UNKNOWN = "?";
  private static final int DIGITS = 3;

  static final List<Column<ServiceView>> SERVICES =
      List.of(
          Column.of("service", ServiceView::role),
          Column.of("url", service -> service.url().toString()),
          Column.of("state", StatusTables::state),
          Column.json("reachable", service -> service.answer().value().isPresent()),
          Column.json(
              "ready",
              service ->
                  service.answer().value().filter(pages -> pages.reasons().isEmpty()).isPresent()),
          Column.json("reasons", StatusTables::reasons));

  static final List<Column<StageLine>> STAGES =
      List.of(
          Column.of("stage", StageLine::name),
          Column.of("lag_records", StageLine::left, stage -> Format.count(stage.left()))
              .titled("lag"),
          Column.<StageLine>of(
                  "lag_seconds",
                  stage -> stage.left() == 0 ? BigDecimal.ZERO : rounded(stage.seconds()),
                  stage -> stage.left() == 0 ? NONE : age(stage.seconds()))
              .titled("oldest"),
          Column.<StageLine>of(
                  "done_per_second", stage -> rounded(stage.rate()), stage -> rate(stage.rate()))
              .titled("done/s"),
          Column.of("consumers", stage -> stage.members().orElse(null)),
          Column.<StageLine>of(
              "behind_most", stage -> stage.behindMost().isEmpty() ? null : stage.behindMost()));

  static final List<Column<TopicLine>> TOPICS =
      List.of(
          Column.of("topic", topic -> topic.view().name()),
          Column.json(
              "kind",
              topic ->
                  topic.view().topic().kind().name().toLowerCase(Locale.ROOT).replace('_', '-')),
          Column.of(
              "records",
              topic -> topic.view().records(),
              topic -> Format.count(topic.view().records())),
          Column.<TopicLine>of(
                  "per_second", topic -> rounded(topic.rate()), topic -> rate(topic.rate()))
              .titled("rate/s"),
          Column.json(
              "stage",
              topic -> topic.view().consumed().map(TopicView.Consumed::stage).orElse(null)),
          Column.<TopicLine>of(
                  "lag_records",
                  topic -> topic.view().consumed().map(TopicView.Consumed::left).orElse(null),
                  topic ->
                      topic.view().consumed().map(each -> Format.count(each.left())).orElse(NONE))
              .titled("lag"),
          Column.<TopicLine>of(
                  "lag_seconds",
                  topic -> rounded(topic.age()),
                  topic -> topic.age().isPresent() ? age(topic.age()) : NONE)
              .titled("oldest"),
          Column.<TopicLine>of(
                  "bytes", topic -> bytes(topic.view()), topic -> sizeOf(bytes(topic.view())))
              .titled("size"));

  private StatusTables() {}

  private static String state(ServiceView service) {
    return service
        .answer()
        .value()
        .map(
            pages ->
                pages.reasons().isEmpty() ? "ready" : String.join(", ", service.codes().keySet()))
        .orElse(service.answer().failure());
  }

  private static List<?> reasons(ServiceView service) {
    return service.answer().value().map(ServiceView.Pages::reasons).orElse(List.of()).stream()
        .map(each -> JsonFields.of("code", each.code()).and("message", each.message()).map())
        .toList();
  }

  private static String rate(OptionalDouble rate) {
    return rate.isPresent() ? Format.rate(rate.getAsDouble()) : UNKNOWN;
  }

  private static String age(OptionalDouble seconds) {
    return seconds.isPresent() ? Format.age(seconds.getAsDouble()) : UNKNOWN;
  }

  private static @Nullable Long bytes(TopicView topic) {
    return topic.bytes().isPresent() ? topic.bytes().getAsLong() : null;
  }

  private static String sizeOf(@Nullable Long bytes) {
    return bytes == null ? UNKNOWN : Format.bytes(bytes);
  }

  private static @Nullable BigDecimal rounded(OptionalDouble number) {
    return number.isPresent()
        ? BigDecimal.valueOf(number.getAsDouble()).setScale(DIGITS, RoundingMode.HALF_UP)
        : null;
  }
}
