package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.process.Deed;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Traffic of all families while one of two instances of each service is killed, twice. */
@Order(1)
@RestartablePipeline.Used
final class KillsIT {

  private static final int ROUNDS = 2;
  private static final int MOST_BETWEEN_KILLS = 150;

  private final RestartablePipeline.Bench bench;

  KillsIT(RestartablePipeline.Bench bench) {
    this.bench = bench;
  }

  @Test
  void shouldHoldWhatWasAcknowledgedOnceWhileServicesAreKilled() {
    bench.have(2);
    long killed = bench.deeds().of(Deed.KILLED);
    try (FamilyLoads.Sending sending = bench.send()) {
      Random random = bench.seed().random();
      for (int round = 0; round < ROUNDS; round++) {
        Kills.oneOfEach(bench.pipeline(), sending::settled, random, MOST_BETWEEN_KILLS);
      }
      sending.awaitEverything(bench.topics());
    }

    bench.check("kills");
    assertThat(bench.deeds().of(Deed.KILLED) - killed).isEqualTo(3L * ROUNDS);
  }
}
