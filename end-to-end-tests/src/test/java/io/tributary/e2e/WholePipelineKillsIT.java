package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.fault.Seed;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traffic of all families while {@code up} is killed with its broker and its DynamoDB. */
@Tag("storm")
final class WholePipelineKillsIT {

  private static final int KILLS = 4;
  private static final int REQUESTS = 1200;
  private static final int MOST_BETWEEN_KILLS = 150;

  @Test
  void shouldStoreOnceWhatWasAcceptedWhileEverythingIsKilled() throws IOException {
    Seed seed = Seed.next();
    System.out.println("pipeline kills: " + seed);
    Random random = seed.random();
    Workplace place = Workplace.named(WholePipelineKillsIT.class.getSimpleName());
    try (WholePipeline pipeline = WholePipeline.start(place);
        Simulation load = Simulation.start(pipeline, random, REQUESTS)) {
      for (int kill = 0; kill < KILLS; kill++) {
        load.awaitMore(1 + random.nextInt(MOST_BETWEEN_KILLS));
        pipeline.kill();
        if (kill == KILLS - 1) {
          assertThat(pipeline.deleteHalfOfEveryStateStore()).isGreaterThan(10);
        }
        pipeline.startAgain();
      }
      load.requireExact();
      Simulation.requireAgreement(pipeline.launcher(), pipeline.endpoints());
    }
  }
}
