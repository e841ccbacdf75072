package io.tributary.runtime.retry;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class BackoffTest {

  private final Backoff backoff =
      new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1L));

  @Test
  void shouldStayWithinADoublingRangeAndItsLimit() {
    for (int failures = 1; failures <= 200; failures++) {
      long range = failures > 7 ? 5000 : Math.min(5000, 50L << (failures - 1));
      assertThat(backoff.delay(failures)).isBetween(Duration.ofMillis(1), Duration.ofMillis(range));
    }
  }

  @Test
  void shouldSpreadThoseWhoFailedTogether() {
    long distinct = IntStream.range(0, 100).mapToObj(i -> backoff.delay(6)).distinct().count();

    assertThat(distinct).isGreaterThan(50);
  }
}
