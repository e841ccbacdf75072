package io.tributary.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.client.TopicSerdes;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TopologyTestDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadingsPerHourTest {

  private static final String DEVICE = "02:00:5E:00:53:01";
  private static final String OTHER = "02:00:5E:00:53:02";

  @Test
  void shouldCountTheReadingsOfEachDeviceByTheHour(@TempDir Path folder) {
    TopicSerdes serdes = new TopicSerdes(ValueFormats.of(null));
    Properties settings = new Properties();
    settings.putAll(Map.of("application.id", "test", "state.dir", folder.toString()));
    try (TopologyTestDriver driver =
        new TopologyTestDriver(ReadingsPerHour.topology(serdes, "result"), settings)) {
      TestInputTopic<ReadingKey, DeviceReading> readings =
          driver.createInputTopic(
              DevicesTopics.READINGS.name(),
              serdes.keys(DevicesTopics.READINGS).serializer(),
              serdes.values(DevicesTopics.READINGS).serializer());

      send(readings, DEVICE, "2026-03-01T10:00:00Z");
      send(readings, DEVICE, "2026-03-01T10:59:59.999Z");
      send(readings, DEVICE, "2026-03-01T11:00:00Z");
      send(readings, OTHER, "2026-03-01T10:30:00Z");

      assertThat(
              driver
                  .createOutputTopic("result", new StringDeserializer(), new StringDeserializer())
                  .readKeyValuesToMap())
          .isEqualTo(
              Map.of(
                  DEVICE + "@2026-03-01T10:00:00Z", "2",
                  DEVICE + "@2026-03-01T11:00:00Z", "1",
                  OTHER + "@2026-03-01T10:00:00Z", "1"));
    }
  }

  private static void send(
      TestInputTopic<ReadingKey, DeviceReading> readings, String device, String time) {
    long at = Instant.parse(time).toEpochMilli();
    DeviceReading reading =
        DeviceReading.newBuilder()
            .setHardwareId(device)
            .setTimestampMs(at)
            .setBatchId(time)
            .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
            .setFirmwareVersion("1.0.16")
            .setSensors(Sensors.newBuilder().build())
            .setSensorStatus(SensorStatus.newBuilder().build())
            .setReceivedAtMs(at)
            .setBatchExpirationTimeS(1)
            .build();
    readings.pipeInput(new ReadingKey(device, at, time), reading);
  }
}
