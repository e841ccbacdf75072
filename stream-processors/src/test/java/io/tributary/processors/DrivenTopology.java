package io.tributary.processors;

import static java.util.stream.Collectors.joining;

import io.tributary.processors.dedupe.ProcessedIds;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.tenants.LineFormat;
import io.tributary.processors.tenants.TenantsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.kafka.generation.Generation;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.header.RecordHeader;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/**
 * The topology of some families, fed and read as bytes, as the gateway and the sink do it. Its
 * state is in a directory of its own, which goes when it is closed.
 */
final class DrivenTopology implements AutoCloseable {

  static final GenerationHandover FOLLOWING =
      new GenerationHandover(Optional.of(() -> Generation.FIRST), Map::of, () -> true);

  static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private static final Path MEMORY = Path.of("/dev/shm");
  private static final long ROOM = 1L << 28;

  private final ValueFormat format = SingleObjectFormat.ofReleases();
  private final Meters meters = new Meters();
  private final Path stateDir = newStateDir();
  private final TopologyTestDriver driver;

  /** Some families, each topic with one partition. */
  DrivenTopology(Family... families) {
    this(1, families);
  }

  /** Some families of a generation that takes over from another. */
  DrivenTopology(GenerationHandover handover, Family... families) {
    this(of(families), handover, 1);
  }

  /** Some families, in partition 0 of so many. */
  DrivenTopology(int partitions, Family... families) {
    this(of(families), GenerationHandover.FIRST, partitions);
  }

  DrivenTopology(Function<TopologyPlan, Topology> assembly) {
    this(assembly, GenerationHandover.FIRST, 1);
  }

  private DrivenTopology(
      Function<TopologyPlan, Topology> assembly, GenerationHandover handover, int partitions) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "driven");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    config.put(StreamsConfig.STATE_DIR_CONFIG, stateDir.toString());
    // the driver has one partition of each topic
    TopologyPlan plan =
        new TopologyPlan(
            new TopicNaming("", 1, partitions),
            format,
            meters,
            handover,
            Instant::now,
            UnaryOperator.identity());
    try {
      driver = new TopologyTestDriver(assembly.apply(plan), config, START);
    } catch (RuntimeException e) {
      deleteState();
      throw e;
    }
  }

  /** The tenants family with the channel format of tests. */
  static DrivenTopology ofTenants() {
    return new DrivenTopology(
        plan -> {
          new TenantsFamily(Duration.ofSeconds(60), LineFormat::named).addTo(plan);
          return plan.topology();
        });
  }

  private static Function<TopologyPlan, Topology> of(Family... families) {
    String names = Stream.of(families).map(Family::label).collect(joining(","));
    Settings settings = Settings.of(Map.of("families", names));
    return plan -> TopologyAssembly.assemble(plan, settings);
  }

  /** In memory where files can be, with room: RocksDB waits for the disk at each store. */
  private static Path newStateDir() {
    try {
      return Files.isWritable(MEMORY) && MEMORY.toFile().getUsableSpace() > ROOM
          ? Files.createTempDirectory(MEMORY, "driven")
          : Files.createTempDirectory("driven");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  <K, V extends SpecificRecordBase> void send(Topic<K, V> topic, K key, V value) {
    sendBytes(topic, topic.keyBytes(key), format.encode(value));
  }

  void sendBytes(Topic<?, ?> topic, byte @Nullable [] key, byte @Nullable [] value) {
    sendBytes(topic, key, value, new RecordHeaders());
  }

  void sendBytes(
      Topic<?, ?> topic, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
    TestInputTopic<byte[], byte[]> input =
        driver.createInputTopic(topic.name(), new ByteArraySerializer(), new ByteArraySerializer());
    input.pipeInput(new TestRecord<>(key, value, headers, START));
  }

  <V extends SpecificRecordBase> List<V> values(Topic<?, V> topic) {
    return records(topic).stream().map(record -> value(topic, record)).toList();
  }

  <V extends SpecificRecordBase> V value(Topic<?, V> topic, TestRecord<byte[], byte[]> record) {
    return format.decode(topic.requiredValueType(), record.value());
  }

  List<String> keys(Topic<?, ?> topic) {
    return records(topic).stream()
        .map(record -> new String(record.key(), StandardCharsets.UTF_8))
        .toList();
  }

  List<TestRecord<byte[], byte[]>> records(Topic<?, ?> topic) {
    return driver
        .createOutputTopic(topic.name(), new ByteArrayDeserializer(), new ByteArrayDeserializer())
        .readRecordsToList();
  }

  void advance(Duration time) {
    driver.advanceWallClockTime(time);
  }

  long remembered() {
    return ((ProcessedIds) driver.getStateStore("devices.readings-seen")).size();
  }

  /** Keys of a store of texts, in its order, without those of its index. */
  List<String> stored(String store) {
    List<String> keys = new ArrayList<>();
    try (KeyValueIterator<String, Object> all =
        driver.<String, Object>getKeyValueStore(store).all()) {
      all.forEachRemaining(entry -> keys.add(entry.key));
    }
    keys.removeIf(key -> key.startsWith("\u0001"));
    return keys;
  }

  /** Codes of the dead letters in that topic. */
  List<String> codes(Topic<?, ?> deadLetters) {
    return headers(deadLetters, RecordHeader.CODE);
  }

  List<String> headers(Topic<?, ?> topic, RecordHeader header) {
    return records(topic).stream()
        .map(record -> header.get(record.headers()).orElseThrow())
        .toList();
  }

  String metrics() {
    return meters.scrape();
  }

  @Override
  public void close() {
    driver.close();
    deleteState();
  }

  private void deleteState() {
    try {
      Utils.delete(stateDir.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
