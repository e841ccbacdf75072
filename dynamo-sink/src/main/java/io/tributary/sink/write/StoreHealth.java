package io.tributary.sink.write;

import io.micrometer.core.instrument.Counter;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.write.RetriableWriteException.Reason;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether DynamoDB works, judged by the writes alone: it fails from the first failure that no
 * success has followed.
 */
public final class StoreHealth {

  private static final Logger log = LoggerFactory.getLogger(StoreHealth.class);

  /** Shorter troubles are DynamoDB's everyday life and nobody's business. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Ticker ticker;
  private final Meters meters;
  private final AtomicReference<@Nullable Trouble> trouble = new AtomicReference<>();

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
   * @param since ticker's nanoseconds
   * @param last the newest failure
   * @param lasting true once it has outlasted the patience
   */
  private record Trouble(long since, Reason last, String message, boolean lasting) {}

  /** Why writes cannot get through; empty while they do, or fail only for a moment. */
  public List<HealthReason> check() {
    Trouble now = trouble.get();
    if (now == null || !outlasts(now, ticker.nanos())) {
      return List.of();
    }
    String code =
        now.last() == Reason.MISCONFIGURED ? "dynamodb_misconfigured" : "dynamodb_unavailable";
    return List.of(new HealthReason(code, "writes have been failing: " + now.message()));
  }

  private static boolean outlasts(Trouble trouble, long now) {
    return now - trouble.since() >= PATIENCE.toNanos();
  }

  void failed(RetriableWriteException e) {
    retries(e.reason()).increment();
    String message = String.valueOf(e.getMessage());
    long now = ticker.nanos();
    Trouble before =
        trouble.getAndUpdate(
            known ->
                known == null
                    ? new Trouble(now, e.reason(), message, false)
                    : new Trouble(known.since(), e.reason(), message, outlasts(known, now)));
    if (before != null && !before.lasting() && outlasts(before, now)) {
      log.warn("writes fail ({}) and will be tried again: {}", e.reason().label(), message);
    }
  }

  void worked() {
    Trouble past = trouble.getAndSet(null);
    if (past != null && past.lasting()) {
      log.info("writes work again");
    }
  }
}
