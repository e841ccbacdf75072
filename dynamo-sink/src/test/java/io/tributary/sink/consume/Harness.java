package io.tributary.sink.consume;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.devices.SensorStatus;
import io.tributary.avro.devices.Sensors;
import io.tributary.avro.inbox.InboxStats;
import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.sink.SinkPipeline;
import io.tributary.sink.commit.Committer;
import io.tributary.sink.commit.DeadLetterTransactions;
import io.tributary.sink.execute.WriterLimits;
import io.tributary.sink.item.Item;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemStore;
import io.tributary.sink.write.ItemWrite;
import io.tributary.sink.write.PendingWrite;
import io.tributary.sink.write.VersionedPut;
import io.tributary.sink.write.WriteOutcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The stages from consumer to committer around a broker and a writer that are played. */
final class Harness {

  static final TopicPartition P0 = new TopicPartition("devices.readings", 0);
  static final TopicPartition P1 = new TopicPartition("devices.readings", 1);
  static final TopicPartition COUNTERS = new TopicPartition("inbox.stats", 0);
  static final TopicPartition REDRIVES = new TopicPartition("devices.redrives", 0);
  static final TopicPartition TENANTS = new TopicPartition("tenants.tenants", 0);

  /** Longer than any test runs. */
  static final Duration LONG = Duration.ofHours(1);

  private static final SingleObjectFormat FRAMING = SingleObjectFormat.ofReleases();

  final MockConsumer<byte[], byte[]> consumer = new RememberingConsumer();
  final Map<TopicPartition, Long> commits = new ConcurrentHashMap<>();
  final MockProducer<byte[], byte[]> producer =
      new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer());
  final Meters meters = new Meters();
  final AtomicLong skipped = new AtomicLong();
  final Ticker ticker = () -> System.nanoTime() + skipped.get();
  final AtomicLong answers = new AtomicLong();
  boolean commitsTimeOut;
  long heldBytes = 1_000_000;
  Duration groupPatience = Duration.ofMinutes(5);
  final List<String> begun = new CopyOnWriteArrayList<>();
  final List<String> written = new CopyOnWriteArrayList<>();
  final Map<String, CountDownLatch> gates = new HashMap<>();
  final Dispatcher dispatcher;
  final DeadLetterTransactions transactions = new DeadLetterTransactions(() -> producer);

  Harness() {
    this(LONG);
  }

  /** Counters linger so long. */
  Harness(Duration linger) {
    dispatcher = dispatcher(linger, new PlayedStore());
    begin();
  }

  /** Writes go to the given store. */
  Harness(Duration linger, ItemStore store) {
    dispatcher = dispatcher(linger, store);
    begin();
  }

  private Dispatcher dispatcher(Duration linger, ItemStore store) {
    return new Dispatcher(
        SinkPipeline.reading(
            FRAMING, TopicNaming.PLAIN, Set.of(Family.DEVICES, Family.INBOX, Family.TENANTS)),
        new WriterLimits(4, 1, linger),
        () -> 1,
        store,
        ticker,
        meters);
  }

  private void begin() {
    consumer.updateBeginningOffsets(
        Map.of(P0, 0L, P1, 0L, COUNTERS, 0L, REDRIVES, 0L, TENANTS, 0L));
    dispatcher.start();
  }

  IntakeSession session(int held) {
    return session(held, Duration.ofSeconds(5));
  }

  IntakeSession session(int held, Duration revocation) {
    IntakeSession session =
        new IntakeSession(
            consumer,
            dispatcher,
            new Committer(consumer, transactions, meters),
            new IntakeLimits(held, heldBytes, Duration.ZERO, revocation, groupPatience),
            ticker);
    consumer.subscribe(
        Set.of("devices.readings", "devices.redrives", "inbox.stats", "tenants.tenants"), session);
    return session;
  }

  void add(TopicPartition partition, long offset, String batchId) {
    addValue(partition, offset, batchId, reading(batchId));
  }

  static byte[] reading(String batchId) {
    DeviceReading reading =
        DeviceReading.newBuilder()
            .setHardwareId("AA:BB:CC:DD:EE:FF")
            .setTimestampMs(1_704_067_800_000L)
            .setBatchId(batchId)
            .setBootId("7c9e6679-7425-40de-944b-e07fc1f90ae7")
            .setFirmwareVersion("1.0.16")
            .setSensors(Sensors.newBuilder().build())
            .setSensorStatus(SensorStatus.newBuilder().build())
            .setReceivedAtMs(1_705_328_520_000L)
            .setBatchExpirationTimeS(1_707_920_520L)
            .build();
    return FRAMING.encode(reading);
  }

  /** A state of a user's counters; its write is called {@code uid/rev}. */
  void addCounter(long offset, String uid, long rev) {
    InboxStats stats =
        InboxStats.newBuilder()
            .setTenantKey("acme")
            .setInboxKey("DEFAULT")
            .setUid(uid)
            .setPublished(rev)
            .setRead(0L)
            .setRev(rev)
            .build();
    byte[] key = ("t#acmeU#" + uid + "#DEFAULT#c#*").getBytes(StandardCharsets.UTF_8);
    consumer.addRecord(new ConsumerRecord<>("inbox.stats", 0, offset, key, FRAMING.encode(stats)));
  }

  /** A topic forgets a tenant that was removed long ago. */
  void addTombstone(long offset, String tenantId) {
    byte[] key = ("TENANT#" + tenantId + "#META").getBytes(StandardCharsets.UTF_8);
    consumer.addRecord(new ConsumerRecord<>("tenants.tenants", 0, offset, key, null));
  }

  /** A redrive with those headers, each {@code name=value}. */
  void addRedrive(long offset, byte[] value, String... headers) {
    byte[] key = "AA:BB:CC:DD:EE:FF/1704067800000#again".getBytes(StandardCharsets.UTF_8);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>(REDRIVES.topic(), REDRIVES.partition(), offset, key, value);
    for (String header : headers) {
      String[] parts = header.split("=", -1);
      record.headers().add(parts[0], parts[1].getBytes(StandardCharsets.UTF_8));
    }
    consumer.addRecord(record);
  }

  void addPoison(TopicPartition partition, long offset, String batchId) {
    addValue(partition, offset, batchId, new byte[] {1, 2, 3});
  }

  /** The write of that reading waits until the gate opens. */
  CountDownLatch gate(String batchId) {
    CountDownLatch gate = new CountDownLatch(1);
    gates.put(batchId, gate);
    return gate;
  }

  long committed(TopicPartition partition) {
    return commits.getOrDefault(partition, -1L);
  }

  List<String> deadLetters() {
    List<String> deadLetters = new ArrayList<>();
    for (var deadLetter : producer.history()) {
      byte[] origin = deadLetter.headers().lastHeader("tributary-origin").value();
      byte[] code = deadLetter.headers().lastHeader("tributary-code").value();
      deadLetters.add(
          new String(origin, StandardCharsets.UTF_8)
              + ' '
              + new String(code, StandardCharsets.UTF_8));
    }
    return deadLetters;
  }

  void close() throws InterruptedException {
    dispatcher.close(Deadline.after(Duration.ofSeconds(10), System::nanoTime));
  }

  private void addValue(TopicPartition partition, long offset, String batchId, byte[] value) {
    byte[] key = ("AA:BB:CC:DD:EE:FF/1704067800000#" + batchId).getBytes(StandardCharsets.UTF_8);
    consumer.addRecord(
        new ConsumerRecord<>(partition.topic(), partition.partition(), offset, key, value));
  }

  private final class PlayedStore implements ItemStore {

    @Override
    public void store(List<PendingWrite> writes) throws InterruptedException {
      for (PendingWrite pending : writes) {
        store(pending);
      }
    }

    private void store(PendingWrite pending) throws InterruptedException {
      if (!pending.isWanted()) {
        return;
      }
      String batchId = name(pending.write());
      begun.add(batchId);
      CountDownLatch gate = gates.get(batchId);
      if (gate != null) {
        gate.await();
      }
      if (batchId.equals("bug")) {
        throw new AssertionError("a bug");
      }
      if (batchId.equals("interrupted")) {
        throw new InterruptedException("not by the close");
      }
      written.add(batchId);
      pending.end(WriteOutcome.Settled.STORED);
    }

    private String name(ItemWrite write) {
      if (write instanceof ClaimedPut put) {
        return put.item().text("batch_id").orElseThrow();
      }
      Item item = ((VersionedPut) write).items().get(0);
      return item.text("uid").orElseThrow() + '/' + item.number("rev").orElseThrow();
    }
  }

  private final class AnswerCount implements Metric {

    private final MetricName name;

    AnswerCount(MetricName name) {
      this.name = name;
    }

    @Override
    public MetricName metricName() {
      return name;
    }

    @Override
    public Object metricValue() {
      return (double) answers.get();
    }
  }

  /** The mock forgets what was committed of a partition once it is revoked. */
  private final class RememberingConsumer extends MockConsumer<byte[], byte[]> {

    RememberingConsumer() {
      super("earliest");
    }

    @Override
    public synchronized Map<MetricName, ? extends Metric> metrics() {
      MetricName name =
          new MetricName("response-total", "consumer-metrics", "all answers", Map.of());
      return Map.of(name, new AnswerCount(name));
    }

    @Override
    public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets) {
      if (commitsTimeOut) {
        throw new TimeoutException("no answer");
      }
      super.commitSync(offsets);
      offsets.forEach((partition, offset) -> commits.put(partition, offset.offset()));
    }
  }
}
