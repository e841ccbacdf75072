package io.tributary.sink.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.runtime.health.HealthReason;
import io.tributary.runtime.metrics.Meters;
import io.tributary.runtime.retry.Backoff;
import io.tributary.sink.write.RetriableWriteException.Reason;
import io.tributary.sink.write.RetryingItemWriter.Backoffs;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RetryingItemWriterTest {

  private static final Backoff SHORT =
      new Backoff(Duration.ofMillis(1), Duration.ofMillis(1), new Random(1));
  private static final Backoff ENDLESS =
      new Backoff(Duration.ofDays(1), Duration.ofDays(1), () -> Long.MAX_VALUE);

  private final AtomicLong nanos = new AtomicLong();
  private final Meters meters = new Meters();
  private final StoreHealth health = new StoreHealth(nanos::get, meters);

  @Test
  void shouldTryUntilThereIsAnOutcome() throws InterruptedException {
    ItemWriter writer = retrying(failing(Reason.CONFLICT, Reason.THROTTLED, Reason.UNAVAILABLE));

    assertThat(writer.write(List.of(Puts.put()))).containsExactly(new WriteOutcome.Stored());
    assertThat(meters.scrape())
        .contains("tributary_sink_retries_total{cause=\"conflict\"} 1.0")
        .contains("tributary_sink_retries_total{cause=\"throttled\"} 1.0")
        .contains("tributary_sink_retries_total{cause=\"unavailable\"} 1.0");
  }

  @Test
  void shouldStopWaitingWhenInterrupted() {
    ItemWriter writer =
        new RetryingItemWriter(failing(Reason.MISCONFIGURED), health, new Backoffs(SHORT, ENDLESS));
    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> writer.write(List.of(Puts.put())))
        .isInstanceOf(InterruptedException.class);
  }

  @Test
  void shouldLetThroughWhatNobodyForesaw() {
    ItemWriter writer =
        retrying(
            writes -> {
              throw new IllegalStateException("a bug");
            });

    assertThatThrownBy(() -> writer.write(List.of(Puts.put())))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldReportTroubleThatLastsUntilAWriteWorks() throws InterruptedException {
    health.failed(failure(Reason.UNAVAILABLE));
    nanos.addAndGet(Duration.ofMillis(4_999).toNanos());
    health.failed(failure(Reason.UNAVAILABLE));
    assertThat(health.check()).isEmpty();

    nanos.addAndGet(Duration.ofMillis(1).toNanos());
    assertThat(health.check())
        .containsExactly(
            new HealthReason("dynamodb_unavailable", "writes have been failing: it says so"));

    retrying(failing()).write(List.of(Puts.put()));
    assertThat(health.check()).isEmpty();
  }

  @Test
  void shouldCallTheOperatorsMistakeByItsName() {
    health.failed(failure(Reason.MISCONFIGURED));
    nanos.addAndGet(Duration.ofSeconds(5).toNanos());

    assertThat(health.check())
        .extracting(HealthReason::code)
        .containsExactly("dynamodb_misconfigured");
  }

  private ItemWriter retrying(ItemWriter next) {
    return new RetryingItemWriter(next, health, new Backoffs(SHORT, SHORT));
  }

  private static ItemWriter failing(Reason... reasons) {
    Deque<Reason> left = new ArrayDeque<>(Arrays.asList(reasons));
    return writes -> {
      Reason reason = left.poll();
      if (reason != null) {
        throw failure(reason);
      }
      return List.of(new WriteOutcome.Stored());
    };
  }

  private static RetriableWriteException failure(Reason reason) {
    return new RetriableWriteException(reason, "it says so", null);
  }
}
