package io.tributary.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MomentsTest {

  private final Moments moments =
      new Moments(
          Instant.parse("2026-01-01T00:00:01.500700Z"),
          Instant.parse("2026-01-01T00:00:03.250900Z"));

  @ParameterizedTest
  @CsvSource({
    "2026-01-01T00:00:02.000Z, 2026-01-01T00:00:02.000Z",
    "2026-01-01T00:00:01.500Z, 2026-01-01T00:00:01.500Z",
    "2026-01-01T00:00:03.250Z, 2026-01-01T00:00:03.250Z",
    "2026-01-01T00:00:01.499Z, 2026-01-01T00:00:01.500Z",
    "2026-01-01T00:00:03.251Z, 2026-01-01T00:00:01.500Z",
    "2026-01-01T00:00:02.0001Z, 2026-01-01T00:00:01.500Z",
    "soon, 2026-01-01T00:00:01.500Z"
  })
  void shouldTakeMillisecondsThatLieBetween(String found, String nearest) {
    assertThat(moments.nearestMillisecond(found)).isEqualTo(nearest);
  }
}
