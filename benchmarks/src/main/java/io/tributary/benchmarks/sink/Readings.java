package io.tributary.benchmarks.sink;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.runtime.kafka.KafkaClients;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.key.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.devices.DevicesSink;
import io.tributary.sink.route.Route;
import io.tributary.sink.write.ClaimedPut;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The same readings as records of the topic and as writes. */
final class Readings {

  private static final Topic<ReadingKey, DeviceReading> TOPIC = DevicesTopics.READINGS;
  private static final int DEVICES = 500;
  private static final int DECIMALS = 2;
  private static final String BOOT_ID = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";

  private final SingleObjectFraming framing = SingleObjectFraming.ofReleases();
  private final String topic;
  private final List<ProducerRecord<byte[], byte[]>> records;

  /**
   * So many readings with ids of their own.
   *
   * @param now epoch milliseconds; none of them expires soon
   */
  Readings(KafkaClients clients, int count, long now) {
    this.topic = clients.topics().of(TOPIC);
    this.records = LongStream.range(0, count).mapToObj(i -> record(reading(i, now))).toList();
  }

  int count() {
    return records.size();
  }

  /** Appends all of them to the topic, so often. */
  void append(KafkaClients clients, int repeats) {
    Map<String, Object> large =
        Map.of(ProducerConfig.LINGER_MS_CONFIG, 20, ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
    try (Producer<byte[], byte[]> producer = clients.producer("prefill", large)) {
      for (int i = 0; i < repeats; i++) {
        records.forEach(producer::send);
      }
    }
  }

  /** What the sink makes of them. */
  List<ClaimedPut> writes() {
    Route<?, ?> route =
        DevicesSink.FAMILY.routes().stream()
            .filter(each -> each.topic().equals(TOPIC))
            .findFirst()
            .orElseThrow();
    List<ClaimedPut> writes = new ArrayList<>(records.size());
    for (ProducerRecord<byte[], byte[]> record : records) {
      route
          .decode(framing, record.key(), record.value())
          .handle(
              write -> writes.add((ClaimedPut) write),
              failure -> {
                throw new IllegalStateException(failure.toString());
              },
              () -> {
                throw new IllegalStateException("a reading is always written");
              });
    }
    return writes;
  }

  private ProducerRecord<byte[], byte[]> record(DeviceReading reading) {
    ReadingKey key =
        new ReadingKey(reading.getHardwareId(), reading.getTimestampMs(), reading.getBatchId());
    return new ProducerRecord<>(
        topic,
        TOPIC.partitionOf(key, TOPIC.partitions()),
        TOPIC.keyBytes(key),
        framing.encode(reading));
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
                .setBme280TempC(BigDecimal.valueOf(2000 + number % 1000, DECIMALS))
                .setDs18b20TempC(BigDecimal.valueOf(1900 + number % 999, DECIMALS))
                .setHumidityPct(BigDecimal.valueOf(5107, DECIMALS))
                .setPressureHpa(BigDecimal.valueOf(101_325, DECIMALS))
                .setSoilMoisturePct(BigDecimal.valueOf(342, 1))
                .build())
        .setSensorStatus(
            SensorStatus.newBuilder()
                .setBme280("ok")
                .setDs18b20("ok")
                .setSoilMoisture("ok")
                .build())
        .setReceivedAt(at)
        .setExpirationTime((at + Duration.ofDays(90).toMillis()) / 1000)
        .setBatchExpirationTime((at + Duration.ofDays(30).toMillis()) / 1000)
        .build();
  }
}
