package io.tributary.sink.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.format.SchemaUnavailableException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** How long it is between sessions that fail. */
final class SessionThreadTest {

  private final AtomicLong now = new AtomicLong();

  /** The longest that each pause could have been, in milliseconds. */
  private final List<Long> limits = new CopyOnWriteArrayList<>();

  private final RandomGenerator shortest =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          return 0;
        }

        @Override
        public long nextLong(long bound) {
          limits.add(bound);
          return 0;
        }
      };
  private final RuntimeContext runtime =
      new RuntimeContext(InstantSource.system(), now::get, shortest, new SecureRandom(), Map.of());

  /** Each session asks for six seconds before it gives up. */
  @Test
  void shouldPauseEverLongerWhileASchemaIsUnavailable() throws InterruptedException {
    assertThat(pauses(6, () -> new SchemaUnavailableException("away", null)))
        .containsExactly(200L, 400L, 800L, 1_600L, 3_200L, 5_000L);
  }

  @Test
  void shouldBeginAnewAfterASessionThatHasWorked() throws InterruptedException {
    assertThat(pauses(6, () -> new IllegalStateException("now and then"))).containsOnly(200L);
    limits.clear();
    assertThat(pauses(61, () -> new SchemaUnavailableException("away", null))).containsOnly(200L);
  }

  private List<Long> pauses(long seconds, Supplier<RuntimeException> failure)
      throws InterruptedException {
    SessionThread sessions =
        new SessionThread(
            "sessions",
            () -> {
              now.addAndGet(Duration.ofSeconds(seconds).toNanos());
              throw failure.get();
            },
            () -> {},
            runtime);
    sessions.start();
    await().until(() -> limits.size() >= 6);
    Deadline soon = Deadline.after(Duration.ofHours(1), runtime.ticker());
    sessions.close(soon, soon);
    return limits.subList(0, 6);
  }
}
