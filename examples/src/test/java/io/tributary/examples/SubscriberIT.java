package io.tributary.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.client.TopicSerdes;
import io.tributary.client.TributaryConsumer;
import io.tributary.registry.ValueFormats;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.testcontainers.junit.jupiter.Container;
import org.testcontainers.junit.jupiter.Testcontainers;
import org.testcontainers.kafka.KafkaContainer;

/** Test of a subscriber with a broker, for projects that subscribe; needs a container engine. */
@Testcontainers(disabledWithoutDocker = true)
final class SubscriberIT {

  private static final Topic<ReadingKey, DeviceReading> TOPIC = DevicesTopics.READINGS;

  @Container
  private static final KafkaContainer KAFKA =
      new KafkaContainer("apache/kafka:" + System.getProperty("kafka.version"));

  @Test
  void shouldReceiveATypedRecord() throws Exception {
    Map<String, Object> connection = Map.of("bootstrap.servers", KAFKA.getBootstrapServers());
    try (Admin admin = Admin.create(connection)) {
      NewTopic topic = new NewTopic(TOPIC.name(), 1, (short) 1).configs(TOPIC.config());
      admin.createTopics(List.of(topic)).all().get();
    }
    DeviceReading reading = reading("24:6F:28:AE:52:7C", 1_795_219_200_000L);
    TopicSerdes serdes = new TopicSerdes(ValueFormats.of(null));
    try (KafkaProducer<ReadingKey, DeviceReading> producer =
        new KafkaProducer<>(
            connection, serdes.keys(TOPIC).serializer(), serdes.values(TOPIC).serializer())) {
      ReadingKey key =
          new ReadingKey(reading.getHardwareId(), reading.getTimestampMs(), reading.getBatchId());
      producer.send(new ProducerRecord<>(TOPIC.name(), key, reading)).get();
    }

    BlockingQueue<DeviceReading> received = new LinkedBlockingQueue<>();
    try (TributaryConsumer subscriber =
        TributaryConsumer.builder()
            .bootstrapServers(KAFKA.getBootstrapServers())
            .groupId("example")
            .on(TOPIC, record -> received.add(record.value()))
            .build()) {
      subscriber.start();

      assertThat(received.poll(1, TimeUnit.MINUTES)).isEqualTo(reading);
    }
  }

  private static DeviceReading reading(String device, long at) {
    return DeviceReading.newBuilder()
        .setHardwareId(device)
        .setTimestampMs(at)
        .setBatchId(device + "_" + at)
        .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
        .setFirmwareVersion("1.0.16")
        .setSensors(Sensors.newBuilder().setBme280TempC("23.14").build())
        .setSensorStatus(SensorStatus.newBuilder().build())
        .setReceivedAtMs(at)
        .setBatchExpirationTimeS(1)
        .build();
  }
}
