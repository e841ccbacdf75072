package io.tributary.sink.write;

import com.netflix.concurrency.limits.Limiter;
import com.netflix.concurrency.limits.limit.AIMDLimit;
import com.netflix.concurrency.limits.limiter.BlockingLimiter;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import io.tributary.runtime.ambient.Ticker;
import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.SinkMeter;
import io.tributary.sink.write.RetriableWriteException.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sends as many requests at once, with as many writes each, as DynamoDB answers in time: one more
 * for each answer, half as many after one that is late, throttled or missing. Requests come first;
 * writes become fewer only where a single request is late.
 */
public final class AdaptiveItemWriter implements ItemWriter {

  /** A tenth of the time after which a request is given up. */
  private static final Duration LATE = Duration.ofMillis(500);

  private static final int AT_FIRST = 16;
  private static final double HALF = 0.5;

  private final ItemWriter writer;
  private final Ticker ticker;
  private final AIMDLimit requests;
  private final AIMDLimit writes;
  private final Limiter<@Nullable Void> limiter;

  /** When the limits were halved: answers to what was sent before say nothing about the half. */
  private long halved;

  /**
   * A writer within adaptive limits.
   *
   * @param mostRequests at once
   * @param mostWrites in one request
   */
  AdaptiveItemWriter(
      ItemWriter writer, int mostRequests, int mostWrites, Ticker ticker, Meters meters) {
    this.writer = writer;
    this.ticker = ticker;
    this.halved = ticker.nanos();
    this.requests = limit(Math.min(AT_FIRST, mostRequests), mostRequests);
    this.writes = limit(mostWrites, mostWrites);
    this.limiter =
        BlockingLimiter.wrap(
            SimpleLimiter.newBuilder().limit(requests).nanoClock(ticker::nanos).build());
    meters.gauge(SinkMeter.CONCURRENCY, requests::getLimit);
  }

  /** The same for a writer to DynamoDB. */
  public static AdaptiveItemWriter of(
      DynamoItemWriter writer, int mostRequests, int mostWrites, Ticker ticker, Meters meters) {
    return new AdaptiveItemWriter(writer, mostRequests, mostWrites, ticker, meters);
  }

  private static AIMDLimit limit(int initial, int most) {
    return AIMDLimit.newBuilder()
        .initialLimit(initial)
        .minLimit(1)
        .maxLimit(most)
        .backoffRatio(HALF)
        .build();
  }

  /** How many writes a request may have now. */
  public int together() {
    return writes.getLimit();
  }

  @Override
  public WriteOutcome write(ItemWrite write) throws InterruptedException {
    throw new UnsupportedOperationException("writes are sent together");
  }

  @Override
  public List<WriteAttempt> writeAll(List<ItemWrite> all) throws InterruptedException {
    Limiter.Listener request = begin();
    long began = ticker.nanos();
    try {
      List<WriteAttempt> attempts = writer.writeAll(all);
      end(request, began, attempts);
      return attempts;
    } catch (InterruptedException | RuntimeException e) {
      request.onIgnore();
      throw e;
    }
  }

  /** Waits for its turn. */
  private Limiter.Listener begin() throws InterruptedException {
    Optional<Limiter.Listener> request = Optional.empty();
    while (request.isEmpty()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      request = limiter.acquire(null);
    }
    return request.get();
  }

  private void end(Limiter.Listener request, long began, List<WriteAttempt> attempts) {
    Set<Reason> troubles =
        attempts.stream()
            .flatMap(attempt -> attempt.trouble().stream())
            .map(RetriableWriteException::reason)
            .collect(Collectors.toSet());
    long took = ticker.nanos() - began;
    boolean late = took > LATE.toNanos() || troubles.contains(Reason.UNAVAILABLE);
    if (troubles.contains(Reason.MISCONFIGURED)) {
      request.onIgnore();
    } else if (late || troubles.contains(Reason.THROTTLED)) {
      halve(request, began, late ? attempts.size() : 0);
    } else {
      writes.onSample(began, took, attempts.size(), false);
      request.onSuccess();
    }
  }

  /** Allows half of the requests, and half of the writes if these were late by themselves. */
  private synchronized void halve(Limiter.Listener request, long began, int late) {
    if (began - halved < 0) {
      request.onIgnore();
      return;
    }
    halved = ticker.nanos();
    if (late > 0 && requests.getLimit() == 1) {
      writes.onSample(began, halved - began, late, true);
    }
    request.onDropped();
  }
}
