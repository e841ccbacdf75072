package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.ambient.Ambient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RestartsTest {

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

  @Test
  void shouldWaitLongerEachTimeUntilItHasGoneWell() {
    Restarts restarts =
        new Restarts(
            new Ambient(InstantSource.system(), () -> now, LONGEST, new SecureRandom(), Map.of()));

    assertThat(restarts.next()).hasSeconds(1);
    for (int failure = 0; failure < 10; failure++) {
      now += Duration.ofSeconds(40).toNanos();
      assertThat(restarts.next()).isGreaterThan(Duration.ofSeconds(1));
    }
    assertThat(restarts.next()).hasSeconds(30);
    now += Duration.ofMinutes(6).toNanos();
    assertThat(restarts.next()).hasSeconds(1);
  }
}
