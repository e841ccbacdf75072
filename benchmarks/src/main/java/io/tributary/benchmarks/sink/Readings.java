package io.tributary.benchmarks.sink;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.sink.devices.DevicesFamily;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.stream.LongStream;

/** Readings of devices: each is an item, and a claim of its batch id. */
public final class Readings {

  private static final int DEVICES = 500;
  private static final int DECIMALS = 2;
  private static final String BOOT_ID = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";

  private Readings() {}

  /**
   * So many readings with ids of their own.
   *
   * @param now epoch milliseconds; none of them expires soon
   */
  public static Backlog backlog(KafkaClients clients, int count, long now) {
    return Backlog.of(
        "readings",
        new DevicesFamily(),
        DevicesTopics.READINGS,
        clients,
        LongStream.range(0, count).mapToObj(i -> reading(i, now)),
        reading ->
            new ReadingKey(
                reading.getHardwareId(), reading.getTimestampMs(), reading.getBatchId()));
  }

  private static DeviceReading reading(long number, long now) {
    int device = (int) (number % DEVICES);
    String hardwareId = "24:6F:28:AE:%02X:%02X".formatted(device >> Byte.SIZE, device & 0xFF);
    long at = now + number;
    return DeviceReading.newBuilder()
        .setHardwareId(hardwareId)
        .setTimestampMs(at)
        .setBatchId(hardwareId + "_" + BOOT_ID + "_" + now + "_" + at)
        .setBootId(BOOT_ID)
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("bench-north")
        .setSensors(
            Sensors.newBuilder()
                .setBme280TempC(BigDecimal.valueOf(2000 + number % 1000, DECIMALS).toString())
                .setDs18b20TempC(BigDecimal.valueOf(1900 + number % 999, DECIMALS).toString())
                .setHumidityPct(BigDecimal.valueOf(5107, DECIMALS).toString())
                .setPressureHpa(BigDecimal.valueOf(101_325, DECIMALS).toString())
                .setSoilMoisturePct(BigDecimal.valueOf(342, 1).toString())
                .build())
        .setSensorStatus(
            SensorStatus.newBuilder()
                .setBme280("ok")
                .setDs18b20("ok")
                .setSoilMoisture("ok")
                .build())
        .setReceivedAtMs(at)
        .setExpirationTimeS((at + Duration.ofDays(90).toMillis()) / 1000)
        .setBatchExpirationTimeS((at + Duration.ofDays(30).toMillis()) / 1000)
        .build();
  }
}
