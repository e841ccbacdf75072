package io.tributary.sink.execute;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

final class WriterLimitsTest {

  private final WriterLimits limits = new WriterLimits(16, 25, Duration.ZERO);

  @Test
  void shouldTakeALowRateInSmallRequestsOfFewWriters() {
    assertThat(limits.under(OptionalDouble.of(50)))
        .isEqualTo(new WriterLimits(1, 1, Duration.ZERO));
    assertThat(limits.under(OptionalDouble.of(500)))
        .isEqualTo(new WriterLimits(2, 12, Duration.ZERO));
  }

  @Test
  void shouldStayBelowTheLimit() {
    assertThat(limits.under(OptionalDouble.of(10_000))).isEqualTo(limits);
  }
}
