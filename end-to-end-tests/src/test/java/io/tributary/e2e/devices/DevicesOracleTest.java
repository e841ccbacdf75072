package io.tributary.e2e.devices;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.load.Seed;
import io.tributary.harness.store.PlainItem;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DevicesOracleTest {

  @Test
  void shouldWorkOutItemsAsDocumented() {
    Map<String, Object> second = ReadingItems.ofRequest(Samples.TWO_WINDOWS).get(1);

    String id =
        "24:6F:28:AE:52:7C_3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6_3786912600000_3786913200000";
    assertThat(second)
        .isEqualTo(
            Map.of(
                "hardware_id",
                "24:6F:28:AE:52:7C",
                "ts_batch",
                "3786913200000#" + id,
                "timestamp_ms",
                PlainItem.number("3786913200000"),
                "batch_id",
                id,
                "boot_id",
                "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
                "firmware_version",
                "1.0.16",
                "sensors",
                Map.of(
                    "bme280_temp_c", new BigDecimal("23.31"),
                    "humidity_pct", new BigDecimal("50.62"),
                    "pressure_hpa", new BigDecimal("1009.55"),
                    "soil_moisture_pct", new BigDecimal("38.2")),
                "sensor_status",
                Map.of("bme280", "ok", "ds18b20", "error", "soil_moisture", "ok"),
                "expiration_time",
                PlainItem.number(3_794_689_200L)));
  }

  @Test
  void shouldNeverGiveOneIdTwoContents() {
    Seed seed = Seed.next();
    Fleet fleet = new Fleet(seed.random(), "fake", 7, 6);
    Map<String, Map<String, Object>> byId = new HashMap<>();
    int repeats = 0;

    for (int i = 0; i < 500; i++) {
      List<Map<String, Object>> items = ReadingItems.ofRequest(fleet.next().orElseThrow().body());
      assertThat(items).as(seed.toString()).hasSizeBetween(1, 100);
      for (Map<String, Object> item : items) {
        Map<String, Object> before = byId.putIfAbsent(ReadingItems.batchIdOf(item), item);
        repeats += before == null ? 0 : 1;
        assertThat(before == null || before.equals(item)).as(seed.toString()).isTrue();
      }
    }

    assertThat(byId).as(seed.toString()).hasSize((int) fleet.readings());
    assertThat(repeats).as(seed.toString()).isGreaterThan(50);
  }
}
