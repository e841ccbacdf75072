package io.tributary.sink.dynamo;

import io.micrometer.core.instrument.Counter;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health of DynamoDB by the writes to each table: they fail from the first failure without a later
 * success. Writes to several tables count by themselves.
 */
public final class StoreHealth implements Component {

  private static final Logger log = LoggerFactory.getLogger(StoreHealth.class);

  /** Shorter troubles are normal for DynamoDB. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** Longer than any wait between two tries: a write without further tries proves nothing. */
  private static final Duration REMEMBERED = Duration.ofMinutes(1);

  private final Ticker ticker;
  private final Meters meters;
  private final Map<List<String>, Trouble> troubles = new ConcurrentHashMap<>();

  public StoreHealth(Ticker ticker, Meters meters) {
    this.ticker = ticker;
    this.meters = meters;
    Arrays.stream(Reason.values()).forEach(this::retries);
  }

  private Counter retries(Reason reason) {
    return meters.counter(SinkMeter.RETRIES, reason.label());
  }

  /**
   * Failures without a success among them.
   *
   * @param since time of the first, by the ticker
   * @param at time of the last
   * @param lasting true once they have outlasted the patience
   */
  private record Trouble(long since, long at, Reason reason, String message, boolean lasting) {

    boolean outlastsPatience(long now) {
      return now - since >= PATIENCE.toNanos();
    }

    String code() {
      return reason == Reason.MISCONFIGURED ? "dynamodb_misconfigured" : "dynamodb_unavailable";
    }
  }

  /** Reasons why writes fail; empty while they fail only for a moment. */
  @Override
  public List<HealthReason> unreadyReasons() {
    long now = ticker.nanos();
    Map<HealthReason, SortedSet<String>> tables = new LinkedHashMap<>();
    troubles.forEach(
        (written, trouble) -> {
          if (trouble.outlastsPatience(now) && now - trouble.at() < REMEMBERED.toNanos()) {
            tables
                .computeIfAbsent(
                    new HealthReason(trouble.code(), trouble.message()), any -> new TreeSet<>())
                .addAll(written);
          }
        });
    return tables.entrySet().stream()
        .map(
            found ->
                new HealthReason(
                    found.getKey().code(), text(found.getValue(), found.getKey().message())))
        .toList();
  }

  private static String text(Collection<String> tables, String message) {
    return "writes to " + String.join(", ", tables) + " have been failing: " + message;
  }

  /** A write to these tables has failed. */
  void failed(List<String> tables, WriteResult.Retry retry) {
    retries(retry.reason()).increment();
    String message = retry.message();
    long now = ticker.nanos();
    Trouble begun = new Trouble(now, now, retry.reason(), message, false);
    Trouble before =
        Optional.ofNullable(troubles.get(tables))
            .filter(known -> now - known.at() < REMEMBERED.toNanos())
            .orElse(begun);
    boolean lasting = before.outlastsPatience(now);
    troubles.put(tables, new Trouble(before.since(), now, retry.reason(), message, lasting));
    if (lasting && !before.lasting()) {
      log.warn(
          "writes to {} fail ({}) and will be tried again: {}",
          String.join(", ", tables),
          retry.reason().label(),
          message);
    }
  }

  /** A write to these tables succeeded. */
  void worked(List<String> tables) {
    Trouble past = troubles.remove(tables);
    if (past != null && past.lasting()) {
      log.info("writes to {} work again", String.join(", ", tables));
    }
  }
}
