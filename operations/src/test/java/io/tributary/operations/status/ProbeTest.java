package io.tributary.operations.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProbeTest {

  private static Deadline soon() {
    return Deadline.after(Duration.ofMillis(50), System::nanoTime);
  }

  private static Deadline late() {
    return Deadline.after(Duration.ofSeconds(20), System::nanoTime);
  }

  @Test
  void shouldNotWaitForSilentServers() throws InterruptedException {
    CountDownLatch answer = new CountDownLatch(1);
    AtomicInteger looks = new AtomicInteger();
    try (Probe<Integer> look =
        new Probe<>(
            "test",
            () -> {
              answer.await();
              return looks.incrementAndGet();
            },
            () -> {},
            Duration.ZERO,
            System::nanoTime)) {
      assertThat(look.begin().by(soon()).failure()).isEqualTo("no answer within some seconds");
      assertThat(look.begin().by(soon()).hasFailed()).isTrue();
      answer.countDown();

      assertThat(look.begin().by(late())).isEqualTo(Answered.of(1));
      assertThat(look.begin().by(late())).isEqualTo(Answered.of(2));
    }
  }

  @Test
  void shouldKeepFreshItems() throws InterruptedException {
    AtomicInteger looks = new AtomicInteger();
    try (Probe<Integer> look =
        new Probe<>(
            "test", looks::incrementAndGet, () -> {}, Duration.ofHours(1), System::nanoTime)) {
      assertThat(look.by(late())).isEqualTo(Answered.notAsked());
      assertThat(look.begin().by(late())).isEqualTo(Answered.of(1));
      assertThat(look.begin().by(late())).isEqualTo(Answered.of(1));
    }
  }
}
