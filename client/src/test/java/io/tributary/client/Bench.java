package io.tributary.client;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.schemas.framing.SingleObjectFraming;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.TopicNaming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.jspecify.annotations.Nullable;

/** Topics of a test's own, made apart by a prefix, and what is needed to fill and watch them. */
final class Bench {

  static final String DEVICE = "02:00:5E:00:53:01";
  private static final long T0 = 1_795_219_200_000L;
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final SingleObjectFraming FRAMING = SingleObjectFraming.ofReleases();

  private final String address;
  private final TopicNaming naming =
      new TopicNaming("t" + COUNT.incrementAndGet() + "-" + ProcessHandle.current().pid() + ".");
  private final String readings = naming.of(DevicesTopics.READINGS);

  Bench(TestBroker broker, int partitions) {
    this.address = broker.address();
    topic(readings, partitions);
  }

  void topic(String name, int partitions) {
    try (Admin admin = admin()) {
      admin.createTopics(List.of(new NewTopic(name, partitions, (short) 1))).all().get(30, SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", address));
  }

  String address() {
    return address;
  }

  TopicNaming naming() {
    return naming;
  }

  String readings() {
    return readings;
  }

  /** A consumer of readings, as a member of that group, with little patience. */
  ConsumerBuilder consumer(String group, RecordHandler<ReadingKey, DeviceReading> handler) {
    return TributaryConsumer.builder()
        .bootstrapServers(address)
        .groupId(naming.prefix() + group)
        .naming(naming)
        .on(DevicesTopics.READINGS, handler);
  }

  static DeviceReading reading(int number) {
    return DeviceReading.newBuilder()
        .setHardwareId(DEVICE)
        .setTimestampMs(T0 + number)
        .setBatchId(DEVICE + "_" + (T0 + number))
        .setBootId("3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6")
        .setFirmwareVersion("1.0." + number)
        .setSensors(Sensors.newBuilder().build())
        .setSensorStatus(SensorStatus.newBuilder().build())
        .setReceivedAt(T0)
        .setBatchExpirationTime(1)
        .build();
  }

  /** The number that {@link #reading} was made with. */
  static int number(TypedRecord<ReadingKey, DeviceReading> record) {
    return (int) (record.key().timestampMs() - T0);
  }

  static byte[] key(int number) {
    DeviceReading reading = reading(number);
    return DevicesTopics.READINGS.keyBytes(
        new ReadingKey(DEVICE, reading.getTimestampMs(), reading.getBatchId()));
  }

  static byte[] value(int number) {
    return FRAMING.encode(reading(number));
  }

  /** Readings with these numbers, one after the other, on as many partitions. */
  void send(int from, int to, int partitions) {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      IntStream.range(from, to)
          .forEach(
              n -> {
                Headers headers = new RecordHeaders();
                RecordHeader.FACT_ID.put(headers, "fact-" + n);
                RecordHeader.ACCEPTED_AT.put(headers, Long.toString(T0 + n));
                var unused =
                    producer.send(
                        new ProducerRecord<>(readings, n % partitions, key(n), value(n), headers));
              });
    }
  }

  void sendRaw(byte @Nullable [] key, byte @Nullable [] value) {
    try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
      var unused = producer.send(new ProducerRecord<>(readings, 0, key, value));
    }
  }

  /** One transaction with a reading, which is taken back if not committed. */
  void transaction(int number, boolean committed) {
    try (KafkaProducer<byte[], byte[]> producer =
        producer(Map.of("transactional.id", naming.prefix() + "writer"))) {
      producer.initTransactions();
      producer.beginTransaction();
      var unused = producer.send(new ProducerRecord<>(readings, 0, key(number), value(number)));
      producer.flush();
      if (committed) {
        producer.commitTransaction();
      } else {
        producer.abortTransaction();
      }
    }
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", address);
    // a partition may be too new to take the first batch, and take the second
    settings.put("max.in.flight.requests.per.connection", "1");
    settings.put("delivery.timeout.ms", "60000");
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** How many offsets the group is behind, over all partitions that have any. */
  long lag(String group) throws Exception {
    try (Admin admin = admin()) {
      var committed =
          admin
              .listConsumerGroupOffsets(naming.prefix() + group)
              .partitionsToOffsetAndMetadata()
              .get(30, SECONDS);
      Collection<TopicDescription> found =
          admin.describeTopics(List.of(readings)).allTopicNames().get(30, SECONDS).values();
      int partitions = found.iterator().next().partitions().size();
      long lag = 0;
      for (int partition = 0; partition < partitions; partition++) {
        TopicPartition place = new TopicPartition(readings, partition);
        long end =
            admin
                .listOffsets(Map.of(place, OffsetSpec.latest()))
                .partitionResult(place)
                .get(30, SECONDS)
                .offset();
        var done = committed.get(place);
        lag += end - (done == null ? 0 : done.offset());
      }
      return lag;
    }
  }

  /** How many members the group has. */
  int members(String group) throws Exception {
    return describe(group).members().size();
  }

  /** How many of them have partitions, none of which is on its way. */
  long assignees(String group) throws Exception {
    ConsumerGroupDescription found = describe(group);
    return found.groupState() == GroupState.STABLE
        ? found.members().stream()
            .filter(member -> !member.assignment().topicPartitions().isEmpty())
            .count()
        : 0;
  }

  private ConsumerGroupDescription describe(String group) throws Exception {
    String name = naming.prefix() + group;
    try (Admin admin = admin()) {
      Map<String, ConsumerGroupDescription> found =
          admin.describeConsumerGroups(List.of(name)).all().get(30, SECONDS);
      return found.values().iterator().next();
    }
  }

  /** Records of a topic of one partition. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", address),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      TopicPartition place = new TopicPartition(topic, 0);
      consumer.assign(List.of(place));
      consumer.seekToBeginning(List.of(place));
      for (int polls = 0; polls < 100 && found.size() < count; polls++) {
        consumer.poll(Duration.ofMillis(100)).forEach(found::add);
      }
    }
    return found;
  }
}
