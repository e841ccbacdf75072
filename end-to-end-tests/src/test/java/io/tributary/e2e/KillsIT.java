package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.process.Deed;
import java.util.Random;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Traffic of all families while services are killed. */
@Order(4)
@OnRestartablePipeline
final class KillsIT {

  private static final int ROUNDS = 2;
  private static final int REQUESTS = 250;
  private static final int MOST_BETWEEN_KILLS = 20;

  /** The load cannot end before the kills: it waits while its gateway is away. */
  @Test
  void shouldStoreOnceWhatWasAcceptedWhileServicesAreKilled(RestartablePipeline pipeline) {
    pipeline.have(Role.PROCESSORS, 2);
    pipeline.have(Role.SINK, 2);
    long before = pipeline.deeds().of(Deed.KILLED);
    Random random = pipeline.seed().random();
    for (int round = 0; round < ROUNDS; round++) {
      try (Simulation load = pipeline.simulate(REQUESTS)) {
        Kills.oneOfEach(pipeline.services(), load, random, MOST_BETWEEN_KILLS);
        load.requireExact();
      }
    }

    pipeline.check();
    assertThat(pipeline.deeds().of(Deed.KILLED) - before).isEqualTo(3L * ROUNDS);
  }
}
