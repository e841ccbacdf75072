package io.tributary.traffic.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.traffic.Plain;
import io.tributary.traffic.RecordedContents;
import io.tributary.traffic.fake.Corruption;
import io.tributary.traffic.fake.FakeRun;
import io.tributary.traffic.json.PlainJson;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class DevicesModelTest {

  private static final int SEEDS = 300;
  private static final String READINGS = "devices.readings";
  private static final String LETTERS = "devices.dead-letters";

  private final DevicesModel model = new DevicesModel();

  @Test
  void shouldFindNothingInRunsThatAreRight() {
    Map<String, Integer> tally = new TreeMap<>();
    for (int seed = 0; seed < SEEDS; seed++) {
      FakeRun run = FakeDevices.run(model, seed);
      assertThat(model.violations(run.contents, run.deliveries)).as("seed " + seed).isEmpty();
      model.tally(run.contents).forEach((name, count) -> tally.merge(name, count, Integer::sum));
    }
    System.out.println("devices: " + tally);
    assertThat(tally)
        .containsKeys(
            "readings repeated",
            "registrations again",
            "renamings",
            "keys revoked",
            "BATCH_ID_REUSED",
            "DEVICE_NOT_FOUND",
            "API_KEY_NOT_FOUND");
  }

  @Test
  void shouldReportEveryCorruption() {
    for (int seed = 0; seed < 30; seed++) {
      FakeRun run = FakeDevices.run(model, seed);
      List<RecordedContents> damaged = damaged(run);
      for (int i = 0; i < damaged.size(); i++) {
        assertThat(model.violations(damaged.get(i), run.deliveries))
            .as("seed %s, corruption %s", seed, i)
            .isNotEmpty();
      }
    }
  }

  private static List<RecordedContents> damaged(FakeRun run) {
    Corruption corruption = new Corruption(run.contents);
    List<RecordedContents> damaged = new ArrayList<>();
    for (String table : List.of("device_readings", "processed_batches", "devices", "api_keys")) {
      damaged.add(corruption.missing(table));
      damaged.add(corruption.extra(table));
      damaged.add(corruption.changed(table, "friendly_name"));
    }
    damaged.add(corruption.changed("devices", "rev"));
    damaged.add(corruption.lost("devices.batches", run.acknowledged("devices.batches")));
    damaged.add(corruption.lost(READINGS, 3));
    damaged.add(swapped(corruption, run.contents));
    for (String topic : List.of(READINGS, "devices.devices", "devices.outcomes", LETTERS)) {
      if (!run.contents.topic(topic).isEmpty()) {
        damaged.add(corruption.doubled(topic, 0));
      }
    }
    damaged.add(corruption.lost("devices.outcomes", 1));
    if (!run.contents.topic(LETTERS).isEmpty()) {
      damaged.add(corruption.lost(LETTERS, 0));
    }
    return damaged;
  }

  /** Two readings of one device in each other's places. */
  private static RecordedContents swapped(Corruption corruption, RecordedContents whole) {
    List<String> devices =
        whole.topic(READINGS).stream()
            .map(record -> record.key().substring(0, record.key().indexOf('/')))
            .toList();
    int last = devices.size() - 1;
    while (devices.indexOf(devices.get(last)) == last) {
      last--;
    }
    return corruption.swapped(READINGS, devices.indexOf(devices.get(last)), last);
  }

  @Test
  void shouldWorkOutAReadingAsDocumented() {
    Map<String, Object> said =
        Said.of(
                PlainJson.tree(
                    """
                {"batch_id":"id","hardware_id":"24:6F:28:AE:52:7C","timestamp_ms":378691320000,
                 "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
                 "sensors":{"bme280_temp_c":22.50,"ds18b20_temp_c":null,"more":1},
                 "sensor_status":{"bme280":"ok","ds18b20":"error"},"friendly_name":null}
                """))
            .item();

    assertThat(said)
        .isEqualTo(
            Map.of(
                "hardware_id",
                "24:6F:28:AE:52:7C",
                "ts_batch",
                "0378691320000#id",
                "timestamp_ms",
                Plain.number(378_691_320_000L),
                "batch_id",
                "id",
                "boot_id",
                "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
                "firmware_version",
                "1.0.16",
                "sensors",
                Map.of("bme280_temp_c", new BigDecimal("22.5")),
                "sensor_status",
                Map.of("bme280", "ok", "ds18b20", "error")));
  }
}
