package io.tributary.sink.write;

import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.write.RetriableWriteException.Reason;
import java.time.Duration;
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
  }

  /**
   * Failures without a success among them.
   *
   * @param since ticker's nanoseconds
   * @param last the newest failure
   */
  private record Trouble(long since, Reason last, String message) {}

  /** Why writes cannot get through; empty while they do, or fail only for a moment. */
  public List<HealthReason> check() {
    Trouble now = trouble.get();
    if (now == null || ticker.nanos() - now.since() < PATIENCE.toNanos()) {
      return List.of();
    }
    String code =
        now.last() == Reason.MISCONFIGURED ? "dynamodb_misconfigured" : "dynamodb_unavailable";
    return List.of(new HealthReason(code, "writes have been failing: " + now.message()));
  }

  void failed(RetriableWriteException e) {
    meters.counter(SinkMeter.RETRIES, e.reason().label()).increment();
    String message = String.valueOf(e.getMessage());
    Trouble before =
        trouble.getAndUpdate(
            now -> new Trouble(now == null ? ticker.nanos() : now.since(), e.reason(), message));
    if (before == null || before.last() != e.reason()) {
      log.warn("a write failed ({}) and will be tried again: {}", e.reason().label(), message);
    }
  }

  void worked() {
    if (trouble.getAndSet(null) != null) {
      log.info("writes work again");
    }
  }
}
