package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Seed;
import io.tributary.harness.pipeline.Kills;
import io.tributary.harness.pipeline.WholePipeline;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.store.Tables;
import io.tributary.harness.store.Topics;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Traffic of all families while {@code up} is killed with its broker and its DynamoDB. */
@Tag("storm")
final class WholePipelineKillsIT {

  private static final int KILLS = 4;
  private static final int MOST_BETWEEN_KILLS = 200;
  private static final int AFTER_KILLS = 60;

  @Test
  void shouldHoldWhatWasAcknowledgedOnceWhileEverythingIsKilled() throws Exception {
    Seed seed = Seed.next();
    System.out.println("pipeline kills: " + seed);
    Workplace place = Workplace.named(WholePipelineKillsIT.class.getSimpleName());
    try (WholePipeline pipeline = WholePipeline.start(place)) {
      FamilyLoads families = new FamilyLoads(place.deeds(), seed);
      try (Topics topics = new Topics(pipeline.endpoints())) {
        families.begin(pipeline.http(), topics);
      }
      try (FamilyLoads.Sending sending = families.send(pipeline::http)) {
        Random random = seed.random();
        for (int i = 0; i < KILLS; i++) {
          Kills.everything(pipeline, sending::acknowledged, random, MOST_BETWEEN_KILLS);
        }
        pipeline.process().kill();
        assertThat(pipeline.deleteHalfOfEveryStateStore()).isGreaterThan(10);
        pipeline.startAgain();
        sending.awaitMore(AFTER_KILLS);
      }

      try (Topics topics = new Topics(pipeline.endpoints());
          Tables tables = new Tables(pipeline.endpoints())) {
        families.check(topics, tables, pipeline::awaitDrained);
        families.print("pipeline kills", seed, topics);
      }
    }
  }
}
