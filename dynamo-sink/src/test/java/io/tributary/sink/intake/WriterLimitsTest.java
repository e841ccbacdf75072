package io.tributary.sink.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WriterLimitsTest {

  private final WriterLimits limits = new WriterLimits(16, 25, Duration.ZERO);

  @Test
  void shouldTakeALowRateInSmallRequestsOfFewWriters() {
    assertThat(limits.under(50)).isEqualTo(new WriterLimits(1, 1, Duration.ZERO));
    assertThat(limits.under(500)).isEqualTo(new WriterLimits(2, 12, Duration.ZERO));
  }

  @Test
  void shouldNotExceedWhatIsSet() {
    assertThat(limits.under(10_000)).isEqualTo(limits);
  }
}
