package io.tributary.client;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.client.record.RecordHandler;
import io.tributary.client.record.TypedRecord;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.TopicNaming;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Topics of a test's own, made apart by a prefix, and what is needed to fill and watch them. */
public final class Bench {

  static final String DEVICE = "02:00:5E:00:53:01";
  private static final long T0 = 1_795_219_200_000L;
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();

  static {
    // other tests take the processor's time
    Awaitility.setDefaultTimeout(Duration.ofSeconds(40));
  }

  private final TestBroker broker;
  private final int partitions;
  private final TopicNaming naming =
      new TopicNaming("t" + COUNT.incrementAndGet() + "-" + ProcessHandle.current().pid() + ".");
  private final String readings = naming.of(DevicesTopics.READINGS);

  public Bench(TestBroker broker, int partitions) {
    this.broker = broker;
    this.partitions = partitions;
    topic(readings, partitions);
  }

  public void topic(String name, int partitions) {
    try {
      broker
          .admin()
          .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
          .all()
          .get(30, SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  String address() {
    return broker.address();
  }

  public TopicNaming naming() {
    return naming;
  }

  String readings() {
    return readings;
  }

  /** A consumer of readings, as a member of that group, with little patience. */
  public ConsumerBuilder consumer(String group, RecordHandler<ReadingKey, DeviceReading> handler) {
    return TributaryConsumer.builder()
        .bootstrapServers(broker.address())
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
        .setReceivedAtMs(T0)
        .setBatchExpirationTimeS(1)
        .build();
  }

  /** The number that {@link #reading} was made with. */
  public static int number(TypedRecord<ReadingKey, DeviceReading> record) {
    return (int) (record.key().timestampMs() - T0);
  }

  public static byte[] key(int number) {
    DeviceReading reading = reading(number);
    return DevicesTopics.READINGS.keyBytes(
        new ReadingKey(DEVICE, reading.getTimestampMs(), reading.getBatchId()));
  }

  public static byte[] value(int number) {
    return FRAMING.encode(reading(number));
  }

  /** Readings with these numbers, one after the other, on as many partitions. */
  public void send(int from, int to, int partitions) {
    for (int n = from; n < to; n++) {
      Headers headers = new RecordHeaders();
      RecordHeader.FACT_ID.put(headers, "fact-" + n);
      RecordHeader.ACCEPTED_AT.put(headers, Long.toString(T0 + n));
      var unused =
          broker
              .producer()
              .send(new ProducerRecord<>(readings, n % partitions, key(n), value(n), headers));
    }
    broker.producer().flush();
  }

  void sendRaw(byte @Nullable [] key, byte @Nullable [] value) {
    sendRaw(0, key, value);
  }

  void sendRaw(int partition, byte @Nullable [] key, byte @Nullable [] value) {
    var unused = broker.producer().send(new ProducerRecord<>(readings, partition, key, value));
    broker.producer().flush();
  }

  /** One transaction with a reading, which is taken back if not committed. */
  void transaction(int number, boolean committed) {
    try (KafkaProducer<byte[], byte[]> producer =
        broker.newProducer(Map.of("transactional.id", naming.prefix() + "writer"))) {
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

  /** Removes the records before that offset of the first partition. */
  public void cut(long offset) throws Exception {
    broker
        .admin()
        .deleteRecords(
            Map.of(new TopicPartition(readings, 0), RecordsToDelete.beforeOffset(offset)))
        .all()
        .get(30, SECONDS);
  }

  /** How many offsets the group is behind, over all partitions that have any. */
  public long lag(String group) throws Exception {
    var committed =
        broker
            .admin()
            .listConsumerGroupOffsets(naming.prefix() + group)
            .partitionsToOffsetAndMetadata()
            .get(30, SECONDS);
    Map<TopicPartition, OffsetSpec> places =
        IntStream.range(0, partitions)
            .mapToObj(partition -> new TopicPartition(readings, partition))
            .collect(Collectors.toMap(place -> place, place -> OffsetSpec.latest()));
    var ends = broker.admin().listOffsets(places).all().get(30, SECONDS);
    return ends.entrySet().stream()
        .mapToLong(
            end -> {
              var done = committed.get(end.getKey());
              return end.getValue().offset() - (done == null ? 0 : done.offset());
            })
        .sum();
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
    Map<String, ConsumerGroupDescription> found =
        broker.admin().describeConsumerGroups(List.of(name)).all().get(30, SECONDS);
    return found.values().iterator().next();
  }

  /** Records of a topic of one partition. */
  List<ConsumerRecord<byte[], byte[]>> read(String topic, int count) {
    List<ConsumerRecord<byte[], byte[]>> found = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.address()),
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
