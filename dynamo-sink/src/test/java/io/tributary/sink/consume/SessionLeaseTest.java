package io.tributary.sink.consume;

import static io.tributary.sink.consume.Harness.P0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.config.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

final class SessionLeaseTest {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private final SessionLease lease = new SessionLease(now::get, Duration.ofSeconds(6));

  @Test
  void shouldHoldWhileItIsRenewed() {
    for (int second = 0; second < 20; second += 5) {
      now.addAndGet(Duration.ofSeconds(5).toNanos());
      assertThat(lease.lapsed()).isFalse();
      lease.renew();
    }
    now.addAndGet(Duration.ofSeconds(6).toNanos());
    assertThat(lease.lapsed()).isFalse();
  }

  @Test
  void shouldStayLapsedForEachObserver() {
    now.addAndGet(Duration.ofSeconds(6).toNanos() + 1);

    assertThatThrownBy(lease::renew).isInstanceOf(IllegalStateException.class);
    assertThat(lease.lapsed()).isTrue();
    assertThatThrownBy(lease::renew).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void shouldSendNothingAfterALongSleepAndBreakTheSession() throws InterruptedException {
    Harness harness = new Harness();
    harness.groupPatience = Duration.ofSeconds(6);
    IntakeSession session = harness.session(100);
    harness.consumer.rebalance(List.of(P0));
    CountDownLatch gate = harness.gate("a");
    harness.add(P0, 0, "a");
    session.runOnce();
    await().until(() -> harness.begun.contains("a"));
    // waits behind the first, which has the same batch id
    harness.add(P0, 1, "a");
    session.runOnce();

    harness.skipped.addAndGet(Duration.ofSeconds(7).toNanos());
    gate.countDown();

    await().until(() -> harness.meters.scrape().contains("tributary_sink_abandoned_total 1.0"));
    assertThat(harness.written).containsExactly("a");
    assertThatThrownBy(session::runOnce).hasMessageContaining("slept longer");
    assertThat(harness.committed(P0)).isLessThanOrEqualTo(0);
    harness.close();
  }

  @Test
  void shouldGoByTheConsumersSessionTimeout() {
    assertThat(IntakeLimits.of(Settings.of(Map.of())).session()).isEqualTo(Duration.ofSeconds(6));
    assertThat(IntakeLimits.of(Settings.of(Map.of("kafka.session.timeout.ms", "45000"))).session())
        .isEqualTo(Duration.ofSeconds(45));
    assertThatThrownBy(
            () -> IntakeLimits.of(Settings.of(Map.of("kafka.session.timeout.ms", "soon"))))
        .isInstanceOf(ConfigException.class);
  }
}
