package io.tributary.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.OnRestartablePipeline;
import io.tributary.harness.pipeline.Replay;
import io.tributary.harness.pipeline.RestartablePipeline;
import io.tributary.harness.pipeline.Role;
import io.tributary.harness.pipeline.Simulation;
import io.tributary.harness.pipeline.Workplace;
import io.tributary.harness.process.Completed;
import io.tributary.harness.store.AvroFiles;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables of all families, made anew from records and from facts. */
@Order(4)
@OnRestartablePipeline
final class ReplayIT {

  private static final int REQUESTS = 200;
  private static final int LEAST = 100;
  private static final int RACES = Integer.getInteger("replay.races", 300);
  private static final int AT_ONCE = 50;
  private static final List<String> DEVICES = List.of("24:6F:28:AE:00:01", "24:6F:28:AE:00:02");

  private final RestartablePipeline pipeline;
  private final Replay replay;
  private final AvroFiles avro = new AvroFiles();

  ReplayIT(RestartablePipeline pipeline) {
    this.pipeline = pipeline;
    this.replay = new Replay(pipeline.services(), pipeline.tables());
    pipeline.have(Role.PROCESSORS, 1);
    pipeline.have(Role.SINK, 1);
  }

  /** Both commands are killed and go on. */
  @Test
  void shouldRebuildEqualItemsByCommand() throws IOException {
    race();
    Map<String, Map<String, Object>> live = loaded();

    loseAReading();
    replay.byCommand(pipeline.random());
    pipeline.services().awaitDrained();
    pipeline.requireItems(live, "after the command has replayed the records");
    replay.nextGeneration(pipeline.random());
    pipeline.requireNextGeneration(live);
  }

  /** Two devices use each of many batch ids, in a random order. */
  private void race() throws IOException {
    HttpProbe http = new HttpProbe(pipeline.statistics());
    URI gateway = pipeline.services().gateway();
    String key =
        http.post(
                gateway.resolve("/v1/admin/api-keys"),
                Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN),
                "{}")
            .json()
            .get("api_key")
            .asText();
    List<String> readings = new ArrayList<>();
    for (int id = 0; id < RACES; id++) {
      for (String device : DEVICES) {
        readings.add(READING.formatted(id, device, System.currentTimeMillis()));
      }
    }
    Collections.shuffle(readings, pipeline.random());
    for (int from = 0; from < readings.size(); from += AT_ONCE) {
      String some = String.join(",", readings.subList(from, from + AT_ONCE));
      assertThat(
              http.post(
                      gateway.resolve("/v1/devices/data"),
                      Map.of("X-API-Key", key),
                      "{\"readings\":[" + some + "]}")
                  .status())
          .isEqualTo(200);
    }
    pipeline.services().awaitDrained();
    requireOneReadingOfEachId();
  }

  private void requireOneReadingOfEachId() {
    assertThat(pipeline.tables().scan("device_readings"))
        .extracting(item -> "" + item.get("batch_id"))
        .filteredOn(id -> id.startsWith("race-"))
        .doesNotHaveDuplicates()
        .hasSize(RACES);
    assertThat(pipeline.topics().read("devices.dead-letters"))
        .filteredOn(
            deadLetter ->
                deadLetter.header("tributary-code").equals(Optional.of("BATCH_ID_REUSED")))
        .extracting(deadLetter -> "" + avro.decode(deadLetter.raw().value()).get("readings"))
        .filteredOn(reading -> reading.contains("race-"))
        .doesNotHaveDuplicates()
        .hasSize(RACES);
  }

  private static final String READING =
      """
      {"batch_id":"race-%s","hardware_id":"%s","timestamp_ms":%d,"sensors":{},
       "sensor_status":{},"boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1"}
      """;

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
