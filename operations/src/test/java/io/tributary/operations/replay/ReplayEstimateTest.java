package io.tributary.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class ReplayEstimateTest {

  @Test
  void shouldGoByTheLimit() {
    ReplayEstimate estimate = new ReplayEstimate(60_000, 7, OptionalDouble.of(2_000));

    assertThat(estimate.minutes()).isEqualTo(0.5);
    assertThat(estimate.words()).isEqualTo("0.5 minutes at 2,000 a second");
  }

  @Test
  void shouldGoByTheRateThatEachHasWithoutALimit() {
    ReplayEstimate estimate = new ReplayEstimate(7, 90_000, OptionalDouble.empty());

    assertThat(estimate.minutes()).isEqualTo(1.5);
    assertThat(estimate.words()).isEqualTo("about 1.5 minutes at 1,000 records a second");
  }
}
