package io.tributary.processors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SchemaUnavailableException;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.format.ValueFormat;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import io.tributary.schemas.topic.TopicNaming;
import io.tributary.schemas.topic.Topics;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.errors.TaskMigratedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fact whose schema nobody can say right now. */
final class UnknownSchemaTest {

  private static final ValueFormat AWAY =
      new ValueFormat() {
        @Override
        public byte[] encode(SpecificRecordBase value) {
          return SingleObjectFormat.ofReleases().encode(value);
        }

        @Override
        public <V extends SpecificRecordBase> V decode(Class<V> type, byte[] bytes) {
          throw new SchemaUnavailableException("the registry is away", null);
        }

        @Override
        public GenericRecord decodeAny(byte[] bytes) {
          throw new SchemaUnavailableException("the registry is away", null);
        }
      };

  @Test
  void shouldGiveUpTheTaskRatherThanTheFactOrTheThread(@TempDir Path state) {
    Properties config = new Properties();
    config.put(StreamsConfig.APPLICATION_ID_CONFIG, "driven");
    config.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, "unused:1");
    config.put(StreamsConfig.STATE_DIR_CONFIG, state.toString());
    TopologyPlan plan =
        new TopologyPlan(
            new TopicNaming("", 1, 1),
            AWAY,
            new Meters(),
            GenerationHandover.FIRST,
            Instant::now,
            new Interruptions(RuntimeContext.system())::guard);
    try (TopologyTestDriver driver =
        new TopologyTestDriver(
            TopologyAssembly.assemble(plan, Settings.of(Map.of())), config, Instant.EPOCH)) {
      var facts =
          driver.createInputTopic(
              DevicesTopics.BATCHES.name(), new ByteArraySerializer(), new ByteArraySerializer());
      var deadLetters =
          driver.createOutputTopic(
              Topics.deadLettersOf(Family.DEVICES).name(),
              new ByteArrayDeserializer(),
              new ByteArrayDeserializer());

      assertThatThrownBy(() -> facts.pipeInput(new byte[] {'k'}, new byte[] {0, 0, 0, 0, 9}))
          .isInstanceOf(TaskMigratedException.class)
          .hasRootCauseInstanceOf(SchemaUnavailableException.class);

      assertThat(deadLetters.isEmpty()).isTrue();
    }
  }
}
