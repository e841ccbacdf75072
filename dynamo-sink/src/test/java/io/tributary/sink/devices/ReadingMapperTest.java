package io.tributary.sink.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.schemas.key.KeyFormatException;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.sink.write.ClaimedPut;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items are compared with literals written from the table documents. */
final class ReadingMapperTest {

  private static final String BATCH_ID =
      "AA:BB:CC:DD:EE:FF_7c9e6679-7425-40de-944b-e07fc1f90ae7_1704067200000_1704067800000";

  private final ReadingMapper mapper = new ReadingMapper();

  @Test
  void shouldClaimTheBatchIdForThirtyDays() {
    ClaimedPut put = map(reading().build());

    assertThat(put.claim().rule().table()).isEqualTo("processed_batches");
    assertThat(put.claim().madeAt()).isEqualTo(1_705_328_520L);
    assertThat(put.claim().row().attributes())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "batch_id", AttributeValue.fromS(BATCH_ID),
                "hardware_id", AttributeValue.fromS("AA:BB:CC:DD:EE:FF"),
                "received_at", AttributeValue.fromS("2024-01-15T14:22:00Z"),
                "expiration_time", AttributeValue.fromN("1707920520")));
  }

  @Test
  void shouldStoreSensorsOfOtherNamesBesideTheKnown() {
    DeviceReading reading =
        reading()
            .setSensors(
                Sensors.newBuilder().setHumidityPct("45.2").setOthers(Map.of("co2", "612")).build())
            .setSensorStatus(SensorStatus.newBuilder().setOthers(Map.of("co2", "warm")).build())
            .build();

    assertThat(map(reading).item().attributes())
        .containsEntry(
            "sensors",
            AttributeValue.fromM(
                Map.of(
                    "humidity_pct", AttributeValue.fromN("45.2"),
                    "co2", AttributeValue.fromN("612"))))
        .containsEntry(
            "sensor_status", AttributeValue.fromM(Map.of("co2", AttributeValue.fromS("warm"))));
  }

  @Test
  void shouldPadOldTimestampsSoThatTheySort() {
    DeviceReading reading = reading().setTimestampMs(946_684_800_000L).build();

    assertThat(map(reading).item().attributes())
        .containsEntry("ts_batch", AttributeValue.fromS("0946684800000#" + BATCH_ID))
        .containsEntry("timestamp_ms", AttributeValue.fromN("946684800000"));
  }

  @Test
  void shouldRefuseAKeyThatIsNotTheValues() {
    DeviceReading reading = reading().build();
    ReadingKey other = new ReadingKey("AA:BB:CC:DD:EE:FF", 1_704_067_800_001L, BATCH_ID);

    assertThatThrownBy(() -> mapper.map(other, reading))
        .isInstanceOf(KeyFormatException.class)
        .hasMessage("is not the one that the value implies");
  }

  private ClaimedPut map(DeviceReading reading) {
    ReadingKey key =
        new ReadingKey(reading.getHardwareId(), reading.getTimestampMs(), reading.getBatchId());
    return (ClaimedPut) mapper.map(key, reading);
  }

  private static DeviceReading.Builder reading() {
    return DeviceReading.newBuilder()
        .setHardwareId("AA:BB:CC:DD:EE:FF")
        .setTimestampMs(1_704_067_800_000L)
        .setBatchId(BATCH_ID)
        .setBootId("7c9e6679-7425-40de-944b-e07fc1f90ae7")
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("greenhouse-sensor-01")
        .setSensors(
            Sensors.newBuilder()
                .setBme280TempC("22.50")
                .setDs18b20TempC("21.8")
                .setHumidityPct("45.2")
                .setPressureHpa("1013.25")
                .setSoilMoisturePct("62.3")
                .build())
        .setSensorStatus(
            SensorStatus.newBuilder()
                .setBme280("ok")
                .setDs18b20("ok")
                .setSoilMoisture("ok")
                .build())
        .setReceivedAtMs(1_705_328_520_999L)
        .setExpirationTimeS(1_711_843_800L)
        .setBatchExpirationTimeS(1_707_920_520L);
  }
}
