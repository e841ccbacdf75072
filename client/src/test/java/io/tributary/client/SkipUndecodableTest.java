package io.tributary.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.client.streams.SkipUndecodable;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.UndecodableException;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Produced;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topology that reads records of ours, and some that are none. */
final class SkipUndecodableTest {

  private static final Topic<ReadingKey, DeviceReading> READINGS = DevicesTopics.READINGS;

  private volatile @Nullable RuntimeException trouble;

  /** Of a registry that is away at times. */
  private final class Away implements ValueFormat {

    private final ValueFormat format = SingleObjectFormat.ofReleases();

    @Override
    public byte[] encode(SpecificRecordBase value) {
      return format.encode(value);
    }

    @Override
    public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
      RuntimeException thrown = trouble;
      if (thrown != null) {
        throw thrown;
      }
      return format.decode(type, bytes);
    }

    @Override
    public GenericRecord decodeAny(byte[] bytes) {
      throw new AssertionError("nobody asks for that");
    }
  }

  private Topology topology() {
    TopicSerdes serdes = new TopicSerdes(new Away());
    StreamsBuilder builder = new StreamsBuilder();
    builder.stream(READINGS.name(), Consumed.with(serdes.keys(READINGS), serdes.values(READINGS)))
        .mapValues(reading -> reading.getFirmwareVersion())
        .to("versions", Produced.with(serdes.keys(READINGS), Serdes.String()));
    return builder.build();
  }

  private static Properties config(Path state) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "driven");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    config.put(StreamsConfig.DESERIALIZATION_EXCEPTION_HANDLER_CLASS_CONFIG, SkipUndecodable.class);
    return config;
  }

  private static TestInputTopic<byte[], byte[]> readings(TopologyTestDriver driver) {
    return driver.createInputTopic(
        READINGS.name(), new ByteArraySerializer(), new ByteArraySerializer());
  }

  @Test
  void shouldSkipUnreadableRecordsAndWaitForTheRegistry(@TempDir Path state) {
    try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config(state))) {
      TestInputTopic<byte[], byte[]> readings = readings(driver);
      readings.pipeInput("no reading".getBytes(UTF_8), Bench.value(0));
      readings.pipeInput(Bench.key(1), Arrays.copyOf(Bench.value(1), 30));
      readings.pipeInput(Bench.key(2), Bench.value(2));
      var versions =
          driver.createOutputTopic("versions", new StringDeserializer(), new StringDeserializer());
      assertThat(versions.readValuesToList()).containsExactly("1.0.2");

      SchemaUnavailableException away = new SchemaUnavailableException("away", null);
      trouble = away;
      assertThatThrownBy(() -> readings.pipeInput(Bench.key(3), Bench.value(3))).hasRootCause(away);
    }
  }

  @Test
  void shouldNotSkipRecordsWhileTheRegistryIsAway(@TempDir Path state) {
    SchemaUnavailableException away = new SchemaUnavailableException("away", null);
    UndecodableException unread = new UndecodableException("unread", null);
    try (TopologyTestDriver driver = new TopologyTestDriver(topology(), config(state))) {
      TestInputTopic<byte[], byte[]> readings = readings(driver);
      for (RuntimeException thrown :
          List.of(
              new UndecodableException("unread", away),
              new SchemaUnavailableException("away", unread))) {
        trouble = thrown;
        assertThatThrownBy(() -> readings.pipeInput(Bench.key(3), Bench.value(3)))
            .hasStackTraceContaining("SchemaUnavailableException: away");
      }
    }
  }
}
