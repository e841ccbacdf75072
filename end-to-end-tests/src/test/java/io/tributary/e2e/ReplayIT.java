package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.process.Completed;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of all families, made anew from records and from facts. */
@Order(4)
@OnRestartablePipeline
final class ReplayIT {

  private static final int REQUESTS = 200;
  private static final int LEAST = 100;

  private final RestartablePipeline pipeline;
  private final Replay replay;

  ReplayIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.replay = new Replay(pipeline.services(), pipeline.tables());
    pipeline.have(Role.PROCESSORS, 1);
    pipeline.have(Role.SINK, 1);
  }

  /** Both commands are killed and go on. */
  @Test
  void shouldRebuildEqualItemsByCommand() {
    Map<String, Map<String, Object>> live = loaded();

    loseAReading();
    replay.byCommand(pipeline.random());
    pipeline.services().awaitDrained();
    pipeline.requireItems(live, "after the command has replayed the records");
    replay.nextGeneration(pipeline.random());
    pipeline.requireNextGeneration(live);
  }

  /** Deletes an item, which {@code verify} must name. */
  private void loseAReading() {
    Map<String, Object> reading = pipeline.tables().scan("device_readings").get(0);
    pipeline.tables().delete("device_readings", reading, "hardware_id", "ts_batch");
    Completed verified = pipeline.verify();
    assertThat(verified.exitCode()).isEqualTo(3);
    assertThat(verified.out()).contains("missing device_readings", reading.get("ts_batch") + "");
  }

  @Test
  @Tag("storm")
  void shouldRebuildEqualItemsByHand() {
    Map<String, Map<String, Object>> live = loaded();

    replay.records();
    pipeline.requireItems(live, "after the records were replayed");
    goOn();
  }

  private Map<String, Map<String, Object>> loaded() {
    if (pipeline.items().size() < LEAST) {
      goOn();
    }
    Map<String, Map<String, Object>> live = pipeline.items();
    assertThat(live).hasSizeGreaterThan(LEAST);
    return live;
  }

  /** Old and new items stand side by side. */
  private void goOn() {
    try (Simulation load = pipeline.simulate(REQUESTS)) {
      load.requireExact();
    }
    pipeline.check();
  }
}
