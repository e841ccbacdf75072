package io.tributary.sink.dynamo;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.runtime.metrics.Meters;
import io.tributary.sink.metrics.SinkMeter;
import org.junit.jupiter.api.Test;

final class TakenUnitsTest {

  @Test
  void shouldCountAUnitForEachRefusedWrite() {
    Meters meters = new Meters();
    TakenUnits taken = new TakenUnits(meters);

    meters.counter(SinkMeter.WRITE_UNITS).increment(6);
    meters.counter(SinkMeter.OUTCOMES, "stored").increment(3);
    assertThat(taken.getAsDouble()).isEqualTo(6);

    meters.counter(SinkMeter.OUTCOMES, "already_stored").increment(2);
    meters.counter(SinkMeter.OUTCOMES, "stale").increment();
    assertThat(taken.getAsDouble()).isEqualTo(9);
  }
}
