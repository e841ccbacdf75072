package io.tributary.sink.dynamo;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limiter.BlockingLimiter;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Adaptive limits of requests at once, and of writes in one request: one more for each answer in
 * time, half after a late, throttled or missing one. Requests come first; writes become fewer only
 * where a single request is late.
 */
public final class AdaptiveLimits {

  /** A tenth of a request's time-out. */
  private static final Duration LATE = Duration.ofMillis(500);

  private static final int AT_FIRST = 16;
  private static final double HALF = 0.5;

  private final Ticker ticker;
  private final AIMDLimit requests;
  private final AIMDLimit writes;
  private final Limiter<@Nullable Void> limiter;

  /** Time of the last halving: results of earlier requests say nothing about the half. */
  private long halved;

  public AdaptiveLimits(int mostRequests, int mostWrites, Ticker ticker, Meters meters) {
    this.ticker = ticker;
    this.halved = ticker.nanos();
    this.requests = limit(Math.min(AT_FIRST, mostRequests), mostRequests);
    this.writes = limit(mostWrites, mostWrites);
    this.limiter =
        BlockingLimiter.wrap(
            SimpleLimiter.newBuilder().limit(requests).nanoClock(ticker::nanos).build());
    meters.gauge(SinkMeter.CONCURRENCY, requests::getLimit);
  }

  private static AIMDLimit limit(int initial, int most) {
    return AIMDLimit.newBuilder()
        .initialLimit(initial)
        .minLimit(1)
        .maxLimit(most)
        .backoffRatio(HALF)
        .build();
  }

  /** Limit of writes per request now. */
  public int together() {
    return writes.getLimit();
  }

  /** Waits for a free slot. */
  Request begin() throws InterruptedException {
    Optional<Limiter.Listener> slot = Optional.empty();
    while (slot.isEmpty()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      slot = limiter.acquire(null);
    }
    return new Request(slot.get(), ticker.nanos());
  }

  /** A request with its slot. For one thread. */
  final class Request implements AutoCloseable {

    private final Limiter.Listener slot;
    private final long began;
    private boolean ended;

    private Request(Limiter.Listener slot, long began) {
      this.slot = slot;
      this.began = began;
    }

    /** Frees the slot without a result. */
    @Override
    public void close() {
      if (!ended) {
        ended = true;
        slot.onIgnore();
      }
    }

    /** Frees the slot with the results. */
    void end(List<WriteResult> results) {
      Set<Reason> troubles =
          results.stream()
              .filter(WriteResult.Retry.class::isInstance)
              .map(result -> ((WriteResult.Retry) result).reason())
              .collect(Collectors.toSet());
      long took = ticker.nanos() - began;
      boolean late = took > LATE.toNanos() || troubles.contains(Reason.UNAVAILABLE);
      if (troubles.contains(Reason.MISCONFIGURED)) {
        close();
      } else if (late || troubles.contains(Reason.THROTTLED)) {
        halve(this, late ? results.size() : 0);
      } else {
        ended = true;
        writes.onSample(began, took, results.size(), false);
        slot.onSuccess();
      }
    }
  }

  /** Halves the limit of requests, and that of writes if a single request was late. */
  private synchronized void halve(Request request, int late) {
    if (request.began - halved < 0) {
      request.close();
      return;
    }
    request.ended = true;
    halved = ticker.nanos();
    if (late > 0 && requests.getLimit() == 1) {
      writes.onSample(request.began, halved - request.began, late, true);
    }
    request.slot.onDropped();
  }
}
