package io.tributary.benchmarks;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.avro.history.HistoryMessage;
import io.tributary.avro.history.MessageRole;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.kafka.client.KafkaClients;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.key.history.MessageKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.HistoryTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.sink.devices.DevicesFamily;
import io.tributary.sink.history.HistoryFamily;
import io.tributary.sink.route.Decoded;
import io.tributary.sink.route.ItemRoute;
import io.tributary.sink.route.SinkFamily;
import io.tributary.sink.write.ItemWrite;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records of a topic, and the writes that the sink makes of them. */
record Backlog(String name, ItemRoute<?, ?> route, List<ProducerRecord<byte[], byte[]>> records) {

  private static final int DEVICES = 500;
  private static final int USERS = 100;
  private static final int THREADS = 500;
  private static final long FIRST_REVISION = 1_000_000_000_000L;
  private static final String BOOT_ID = "3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6";
  private static final String CONTENT =
      "The north field took 184 mm last week, 12 % more than the week before. ".repeat(3);

  /** Readings with ids of their own: each is an item, and a claim of its batch id. */
  static Backlog readings(KafkaClients clients, int count) {
    long now = RuntimeContext.system().nowMillis();
    return of(
        new DevicesFamily(),
        DevicesTopics.READINGS,
        clients,
        count,
        number -> reading(number, now),
        value -> new ReadingKey(value.getHardwareId(), value.getTimestampMs(), value.getBatchId()));
  }

  /** Messages of threads: each is an item that is put by its revision. */
  static Backlog messages(KafkaClients clients, int count) {
    long now = RuntimeContext.system().nowMillis();
    return of(
        new HistoryFamily(),
        HistoryTopics.MESSAGES,
        clients,
        count,
        number -> message(number, now),
        MessageKey::of);
  }

  private static <K, V extends SpecificRecordBase> Backlog of(
      SinkFamily family,
      Topic<K, V> topic,
      KafkaClients clients,
      int count,
      LongFunction<V> values,
      Function<V, K> keys) {
    SingleObjectFormat format = SingleObjectFormat.ofReleases();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
    LongStream.range(0, count)
        .mapToObj(values)
        .forEach(
            value -> {
              K key = keys.apply(value);
              records.add(
                  new ProducerRecord<>(
                      clients.topics().of(topic),
                      topic.partitionOf(key, topic.partitions()),
                      topic.keyBytes(key),
                      format.encode(value)));
            });
    ItemRoute<?, ?> route =
        family.routes().stream()
            .filter(each -> each.topic().equals(topic))
            .findFirst()
            .orElseThrow();
    return new Backlog(topic.name().replaceFirst(".*[.]", ""), route, records);
  }

  static DeviceReading reading(long number, long now) {
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
            new Sensors("2" + number % 10 + ".14", "21.88", "51.07", "1013.25", "34.2", Map.of()))
        .setSensorStatus(new SensorStatus("ok", "ok", "ok", Map.of()))
        .setReceivedAtMs(at)
        .setExpirationTimeS((at + Duration.ofDays(90).toMillis()) / 1000)
        .setBatchExpirationTimeS((at + Duration.ofDays(30).toMillis()) / 1000)
        .build();
  }

  private static HistoryMessage message(long number, long now) {
    long thread = number % THREADS;
    long at = now + number;
    return HistoryMessage.newBuilder()
        .setOrgId("acme")
        .setTenantId("fields")
        .setUserId("user-" + thread % USERS)
        .setThreadId("thread-" + thread)
        .setMessageId("message-" + number)
        .setRole(MessageRole.assistant)
        .setTimestampMs(at)
        .setContent(CONTENT)
        .setStopReason("end_turn")
        .setResponseMetadataJson("{\"model\":\"field-3\",\"tokens\":212}")
        .setExpiryTimeS((at + HistoryTopics.LIFE.toMillis()) / 1000)
        .setCreatedAtMs(at)
        .setUpdatedAtMs(at)
        .setRev(FIRST_REVISION + 1)
        .build();
  }

  int count() {
    return records.size();
  }

  /** Tables that the records are stored in, without prefix. */
  List<String> tables() {
    return route.targets().stream().map(target -> target.table().name()).toList();
  }

  /** Appends all of the records to the topic, so often. */
  void append(KafkaClients clients, int repeats) {
    Map<String, Object> large =
        Map.of(ProducerConfig.LINGER_MS_CONFIG, 20, ProducerConfig.BATCH_SIZE_CONFIG, 256 * 1024);
    try (Producer<byte[], byte[]> producer = clients.producer("prefill", large)) {
      for (int i = 0; i < repeats; i++) {
        records.forEach(producer::send);
      }
    }
  }

  List<ItemWrite> writes() {
    SingleObjectFormat format = SingleObjectFormat.ofReleases();
    List<ItemWrite> writes = new ArrayList<>(count());
    for (ProducerRecord<byte[], byte[]> record : records) {
      Decoded decoded = route.decode(format, record.key(), record.value());
      if (!(decoded instanceof Decoded.Write write)) {
        throw new IllegalStateException(name + " are always written, not " + decoded);
      }
      writes.add(write.write());
    }
    return writes;
  }
}
