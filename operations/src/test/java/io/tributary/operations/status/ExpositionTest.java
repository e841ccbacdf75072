package io.tributary.operations.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ExpositionTest {

  private static final Exposition METRICS =
      Exposition.parse(
          """
          # HELP a_total Something.
          # TYPE a_total counter
          a_total{cause="throttled",topic="x"} 3.0
          a_total{cause="throttled",topic="y, \\"z\\""} 1.2E3
          a_total{cause="conflict",topic="x"} 1.0
          b 7.5
          c{le="+Inf"} NaN
          a_total_more 9
          """);

  @Test
  void shouldSumOverTags() {
    assertThat(METRICS.sum("a_total")).isEqualTo(1204);
    assertThat(METRICS.sum("b")).isEqualTo(7.5);
    assertThat(METRICS.sum("c")).isZero();
    assertThat(METRICS.by("a_total", "cause"))
        .isEqualTo(Map.of("throttled", 1203.0, "conflict", 1.0));
    assertThat(METRICS.by("a_total", "unknown")).isEmpty();
  }

  @Test
  void shouldKnowNamesByTheirBeginning() {
    assertThat(METRICS.has("a_")).isTrue();
    assertThat(METRICS.has("d_")).isFalse();
  }
}
