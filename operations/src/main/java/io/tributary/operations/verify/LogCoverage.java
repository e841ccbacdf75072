package io.tributary.operations.verify;

import io.tributary.sink.route.Target;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Period for which topics tell of the items of tables. */
final class LogCoverage {

  /** Largest lead of a gateway's clock over the broker's. */
  private static final Duration SKEW = Duration.ofDays(1);

  private final Map<String, Instant> beginnings = new HashMap<>();
  private final Map<String, Target> targets = new HashMap<>();

  /** Adds a table whose topic is complete. */
  void add(Target target) {
    targets.put(target.table().name(), target);
  }

  /** Limits a table to items written since then. */
  void begins(Target target, Instant earliest) {
    beginnings.merge(
        target.table().name(), earliest, (one, other) -> one.isAfter(other) ? one : other);
  }

  /** True if a record would tell of that item. */
  boolean covers(String table, Map<String, AttributeValue> item) {
    Instant beginning = beginnings.get(table);
    return beginning == null
        || writtenAt(table, item).filter(time -> !time.isBefore(beginning.plus(SKEW))).isPresent();
  }

  private Optional<Instant> writtenAt(String table, Map<String, AttributeValue> item) {
    return Optional.ofNullable(targets.get(table))
        .flatMap(Target::written)
        .map(item::get)
        .map(AttributeValue::s)
        .flatMap(LogCoverage::timeOf);
  }

  private static Optional<Instant> timeOf(String text) {
    try {
      String zoneless = text.endsWith("Z") ? text.substring(0, text.length() - 1) : text;
      return Optional.of(LocalDateTime.parse(zoneless).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
