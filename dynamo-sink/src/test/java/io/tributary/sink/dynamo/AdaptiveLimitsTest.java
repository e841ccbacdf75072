package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AdaptiveLimitsTest {

  private static final Duration SOON = Duration.ofMillis(1);
  private static final Duration LATE = Duration.ofMillis(501);

  /** About to overflow, as a ticker may. */
  private long nanos = Long.MAX_VALUE - 1_000_000_000L;

  private final Meters meters = new Meters();
  private final AdaptiveLimits limits = new AdaptiveLimits(64, 25, () -> nanos, meters);
  private Duration time = SOON;
  private WriteResult answer = WriteOutcome.Settled.STORED;

  @Test
  void shouldSendMoreAtOnceWhileAnswersAreInTime() throws InterruptedException {
    assertThat(concurrency()).isEqualTo(16);
    send(1, 1);
    assertThat(concurrency()).as("one at a time needs no more").isEqualTo(16);
    send(16, 1);
    assertThat(concurrency()).isGreaterThan(16);
    for (int i = 0; i < 10; i++) {
      send(concurrency(), 1);
    }
    assertThat(concurrency()).isEqualTo(64);
  }

  @Test
  void shouldHalveOnceForAllThatWereSentBefore() throws InterruptedException {
    time = LATE;
    send(16, 1);
    assertThat(concurrency()).isEqualTo(8);
    time = SOON;
    answer = open(Reason.THROTTLED);
    send(8, 1);
    assertThat(concurrency()).isEqualTo(4);
    answer = open(Reason.UNAVAILABLE);
    send(1, 1);
    assertThat(concurrency()).isEqualTo(2);
    answer = open(Reason.MISCONFIGURED);
    send(1, 1);
    assertThat(concurrency()).isEqualTo(2);
    answer = open(Reason.CONFLICT);
    send(1, 1);
    assertThat(concurrency()).isEqualTo(3);
  }

  @Test
  void shouldWriteLessAtOnceOnlyWhereASingleRequestIsLate() throws InterruptedException {
    time = LATE;
    for (int i = 0; i < 4; i++) {
      send(1, 25);
    }
    assertThat(concurrency()).isOne();
    assertThat(limits.together()).isEqualTo(25);
    send(1, 25);
    assertThat(limits.together()).isEqualTo(12);
    answer = open(Reason.THROTTLED);
    time = SOON;
    send(1, 12);
    assertThat(limits.together()).as("fewer writes take no fewer units").isEqualTo(12);
  }

  private static WriteResult open(Reason reason) {
    return new WriteResult.Retry(reason, "it says so");
  }

  private int concurrency() {
    return meters
        .scrape()
        .lines()
        .filter(line -> line.startsWith("tributary_sink_concurrency "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' '))))
        .sum();
  }

  /** So many requests at once, which are answered one after the other. */
  private void send(int requests, int writes) throws InterruptedException {
    List<AdaptiveLimits.Request> sent = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      sent.add(limits.begin());
    }
    nanos += time.toNanos();
    sent.forEach(request -> request.end(Collections.nCopies(writes, answer)));
  }
}
