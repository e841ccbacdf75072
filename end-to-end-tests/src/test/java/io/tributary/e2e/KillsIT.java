package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.process.Deed;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Traffic of all families while services are killed. */
@Order(4)
@OnRestartablePipeline
final class KillsIT {

  private static final int TIMES = 2;
  private static final int REQUESTS = 600;
  private static final int MOST_BETWEEN_KILLS = 20;

  /** The load cannot end before the kills: it waits while its gateway is away. */
  @Test
  void shouldStoreOnceWhatWasAcceptedWhileServicesAreKilled(RestartablePipeline pipeline) {
    pipeline.have(Role.PROCESSORS, 2);
    pipeline.have(Role.SINK, 2);
    long before = pipeline.deeds().of(Deed.KILLED);
    try (Simulation load = pipeline.simulate(REQUESTS)) {
      Kills.ofEach(TIMES, pipeline.services(), load, pipeline.random(), MOST_BETWEEN_KILLS);
      load.requireExact();
    }

    pipeline.check();
    assertThat(pipeline.deeds().of(Deed.KILLED) - before).isEqualTo(3L * TIMES);
  }
}
