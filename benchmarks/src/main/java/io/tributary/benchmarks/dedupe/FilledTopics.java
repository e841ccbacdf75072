package io.tributary.benchmarks.dedupe;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.avro.envelope.FactEnvelope;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.runtime.kafka.topic.TopicAdmin;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.streams.KeyValue;

/** Fills the changelog, feeds facts, and watches the readings come out. */
final class FilledTopics implements AutoCloseable {

  private static final int DEVICES = 2_000;
  private static final int READINGS_OF_FACT = 100;
  private static final int CHUNK = 10_000;
  private static final Duration POLL = Duration.ofMillis(20);

  private final KafkaClients clients;
  private final Producer<byte[], byte[]> producer;
  private final SingleObjectFormat format = SingleObjectFormat.ofReleases();
  private final Ids ids;
  private long facts;

  FilledTopics(Settings settings, Ids ids) {
    this.clients = new KafkaClients(settings);
    this.ids = ids;
    this.producer =
        clients.producer(
            "fill", Map.of(ProducerConfig.LINGER_MS_CONFIG, 20, "batch.size", 256 * 1024));
  }

  void create() throws InterruptedException {
    try (Admin admin = clients.admin("benchmark")) {
      new TopicAdmin(admin, clients.topics(), -1).create(Topics.all());
    }
  }

  String changelog() {
    return clients.group("processors") + "-devices.readings-seen-changelog";
  }

  /** Ids of these numbers, evenly over the partitions. */
  void fillChangelog(long from, long to) {
    int partitions = producer.partitionsFor(changelog()).size();
    long number = from;
    while (number < to) {
      int count = (int) Math.min(CHUNK, to - number);
      for (KeyValue<byte[], byte[]> id : Changelog.records(ids.keys(number, count))) {
        int partition = (int) (number++ % partitions);
        producer.send(new ProducerRecord<>(changelog(), partition, id.key, id.value));
      }
    }
    producer.flush();
  }

  /** Readings that nobody has sent before, a hundred of a device to each fact. */
  void feed(long readings, long acceptedAt) {
    for (long fed = 0; fed < readings; fed += READINGS_OF_FACT) {
      DeviceBatch batch = batch(facts++, acceptedAt);
      String hardwareId = batch.getHardwareId();
      int partitions = DevicesTopics.BATCHES.partitions();
      producer.send(
          new ProducerRecord<>(
              DevicesTopics.BATCHES.name(),
              DevicesTopics.BATCHES.partitionOf(hardwareId, partitions),
              DevicesTopics.BATCHES.keyBytes(hardwareId),
              format.encode(batch)));
    }
    producer.flush();
  }

  /** A consumer that will see the readings that are written from now on. */
  Consumer<byte[], byte[]> readings() {
    Consumer<byte[], byte[]> consumer = clients.consumer("benchmark", Map.of());
    consumer.assign(
        IntStream.range(0, DevicesTopics.READINGS.partitions())
            .mapToObj(i -> new TopicPartition(DevicesTopics.READINGS.name(), i))
            .toList());
    consumer.seekToEnd(List.of());
    consumer.assignment().forEach(consumer::position);
    return consumer;
  }

  /** Readings per second after the first ones; committed readings are what counts. */
  static double rate(Consumer<byte[], byte[]> consumer, long first, long all) {
    long seen = 0;
    long measuredFrom = 0;
    long begin = 0;
    while (seen < all) {
      seen += consumer.poll(POLL).count();
      if (begin == 0 && seen >= first) {
        begin = System.nanoTime();
        measuredFrom = seen;
      }
    }
    if (seen > all) {
      throw new IllegalStateException(seen + " readings instead of " + all);
    }
    return (seen - measuredFrom) * 1e9 / (System.nanoTime() - begin);
  }

  private DeviceBatch batch(long fact, long acceptedAt) {
    List<BatchReading> readings = new ArrayList<>(READINGS_OF_FACT);
    for (int i = 0; i < READINGS_OF_FACT; i++) {
      readings.add(reading("fed-" + ids.key(fact * READINGS_OF_FACT + i).batchId(), acceptedAt));
    }
    return DeviceBatch.newBuilder()
        .setEnvelope(
            FactEnvelope.newBuilder()
                .setFactId("fact-" + fact)
                .setAcceptedAtMs(acceptedAt)
                .setRequestId("request-" + fact)
                .setCaller("benchmark")
                .setProducerVersion("benchmark")
                .build())
        .setHardwareId(Ids.hardwareId((int) (fact % DEVICES)))
        .setReadingTtlS(7_776_000L)
        .setBatchTtlS(2_592_000L)
        .setReadings(readings)
        .build();
  }

  private static BatchReading reading(String batchId, long timestampMs) {
    return BatchReading.newBuilder()
        .setBatchId(batchId)
        .setTimestampMs(timestampMs)
        .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
        .setFirmwareVersion("1.0.16")
        .setFriendlyName("bench-north")
        .setSensors(Sensors.newBuilder().setBme280TempC("23.14").setHumidityPct("51.07").build())
        .setSensorStatus(SensorStatus.newBuilder().setBme280("ok").build())
        .build();
  }

  @Override
  public void close() {
    producer.close();
  }
}
