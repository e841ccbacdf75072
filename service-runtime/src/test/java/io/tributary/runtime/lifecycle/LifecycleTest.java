package io.tributary.runtime.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LifecycleTest {

  private final List<String> calls = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final Deadline deadline = Deadline.after(Duration.ofSeconds(1), nanos::get);

  @Test
  void shouldCloseInReverseOrderAndOnlyOnce() throws Exception {
    Lifecycle lifecycle = Lifecycle.of(List.of(part("a", ""), part("b", "")));
    lifecycle.start();
    lifecycle.close(deadline);
    lifecycle.close(deadline);

    assertThat(calls).containsExactly("start a", "start b", "close b", "close a");
  }

  @Test
  void shouldCloseStartedPartsWhenAStartFails() {
    Lifecycle lifecycle = Lifecycle.of(List.of(part("a", ""), part("b", "start"), part("c", "")));

    assertThatThrownBy(lifecycle::start).hasMessage("start b");
    assertThat(calls).containsExactly("start a", "start b");
    assertThatThrownBy(lifecycle::start).hasMessage("start b");
  }

  @Test
  void shouldCloseAllPartsAndReportAllFailures() throws Exception {
    Lifecycle lifecycle =
        Lifecycle.of(List.of(part("a", "close"), part("b", "close"), part("c", "")));
    lifecycle.start();

    assertThatThrownBy(() -> lifecycle.close(deadline))
        .hasMessage("close b")
        .satisfies(
            e ->
                assertThat(e.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("close a"));
    assertThat(calls).endsWith("close c", "close b", "close a");
  }

  @Test
  void shouldReportEveryReasonOfItsParts() {
    assertThat(Lifecycle.of(List.of(part("a", ""), part("b", ""))).unreadyReasons())
        .extracting(HealthReason::code)
        .containsExactly("a", "b");
  }

  @Test
  void shouldCountDownByTheTickerAlone() {
    assertThat(deadline.remaining()).isEqualTo(Duration.ofSeconds(1));
    assertThat(deadline.atMost(Duration.ofMillis(10)).remaining()).isEqualTo(Duration.ofMillis(10));
    nanos.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(deadline.remaining()).isEqualTo(Duration.ZERO);
    assertThat(deadline.passed()).isTrue();
  }

  private Component part(String name, String failing) {
    return new Component() {
      @Override
      public void start() {
        act("start");
      }

      @Override
      public List<HealthReason> unreadyReasons() {
        return List.of(new HealthReason(name, "always"));
      }

      @Override
      public void close(Deadline ignored) {
        act("close");
      }

      private void act(String call) {
        calls.add(call + " " + name);
        if (call.equals(failing)) {
          throw new IllegalStateException(call + " " + name);
        }
      }
    };
  }
}
