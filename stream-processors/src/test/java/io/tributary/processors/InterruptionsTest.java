package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

final class InterruptionsTest {

  private static final RandomGenerator LONGEST =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return Long.MAX_VALUE;
        }

        @Override
        public long nextLong(long bound) {
          return bound - 1;
        }
      };

  private long now;

  private final Interruptions interruptions = interruptions(() -> now);

  private final Processor<byte[], byte[], Object, Object> failing =
      interruptions.guard(
          record -> {
            throw new IllegalStateException("cannot remove a key", new IOException("no disk"));
          });

  @Test
  void shouldGiveUpTheTasksAndSaySoUntilItHasGoneWellForTenSeconds() {
    assertThat(interruptions.unreadyReasons()).isEmpty();
    fail();

    assertThat(interruptions.unreadyReasons())
        .containsExactly(
            new HealthReason(
                "processing_fails",
                "failed 1 times, reads its facts again: cannot remove a key: no disk"));
    pass(Duration.ofSeconds(11));
    assertThat(interruptions.unreadyReasons()).hasSize(1);
    assertThat(interruptions.isOver()).isFalse();
    pass(Duration.ofMillis(1));
    assertThat(interruptions.unreadyReasons()).isEmpty();
    assertThat(interruptions.isOver()).isTrue();
  }

  @Test
  void shouldWaitLongerEachTimeUntilItHasGoneWellForFiveMinutes() {
    for (int failure = 0; failure < 7; failure++) {
      fail();
    }
    pass(Duration.ofSeconds(40));
    assertThat(interruptions.isOver()).isFalse();

    pass(Duration.ofMinutes(5));
    fail();
    pass(Duration.ofSeconds(11).plusMillis(1));
    assertThat(interruptions.isOver()).isTrue();
  }

  @Test
  void shouldSitOutItsPauseUntilItCloses() throws InterruptedException {
    Interruptions closed = interruptions(System::nanoTime);
    Thread thread =
        new Thread(
            () -> {
              for (int failure = 0; failure < 6; failure++) {
                closed.failed(new IllegalStateException("no disk"));
              }
              closed.await();
            });
    thread.start();
    await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);

    closed.close();
    thread.join(10_000);
    assertThat(thread.isAlive()).isFalse();
  }

  private static Interruptions interruptions(Ticker ticker) {
    return new Interruptions(
        new RuntimeContext(InstantSource.system(), ticker, LONGEST, new SecureRandom(), Map.of()));
  }

  private void fail() {
    assertThatThrownBy(() -> failing.process(new Record<>(new byte[0], new byte[0], 0)))
        .isInstanceOf(TaskMigratedException.class)
        .hasMessageContaining("no disk");
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
