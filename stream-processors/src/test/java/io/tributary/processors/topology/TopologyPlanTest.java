package io.tributary.processors.topology;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.command.Decision;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.fact.GenerationHandover;
import io.tributary.processors.state.AggregateType;
import io.tributary.runtime.metrics.Meters;
import io.tributary.schemas.format.SingleObjectFormat;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Topic;
import io.tributary.schemas.topic.TopicNaming;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TopologyPlanTest {

  private static final AggregateType<ApiKey> KEYS =
      new AggregateType<>(
          DevicesTopics.API_KEYS,
          ApiKey::getRev,
          (state, countedAt, rev) -> Optional.empty(),
          Duration.ofMinutes(5));

  private final TopologyPlan plan =
      new TopologyPlan(
          TopicNaming.PLAIN,
          SingleObjectFormat.ofReleases(),
          new Meters(),
          GenerationHandover.FIRST,
          Instant::now);

  @Test
  void shouldRefuseToJoinTopicsWithDifferentPartitionCounts() {
    plan.commands(commands());

    assertThatThrownBy(
            () -> plan.activity(uses(DevicesTopics.API_KEY_USES.withPartitions(7)), KEYS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "devices.api-key-uses and devices.api-key-commands must have equal keys and as many"
                + " partitions");
  }

  @Test
  void shouldRefuseToJoinTopicsWithDifferentKeys() {
    FactSource<String, DeviceBatch> batches =
        new FactSource<>(
            DevicesTopics.BATCHES, DeviceBatch::getHardwareId, DeviceBatch::getEnvelope);
    plan.commands(commands());

    assertThatThrownBy(() -> plan.activity(batches, KEYS))
        .hasMessageContaining("must have equal keys");
  }

  @Test
  void shouldRefuseActivityOfAnAggregateWithoutCommands() {
    assertThatThrownBy(() -> plan.activity(uses(DevicesTopics.API_KEY_USES), KEYS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("nothing makes what devices.api-keys lists");
  }

  private static CommandRules<ApiKeyCommand, ApiKey> commands() {
    return new CommandRules<>(
        new FactSource<>(
            DevicesTopics.API_KEY_COMMANDS, ApiKeyCommand::getKeyId, ApiKeyCommand::getEnvelope),
        KEYS,
        DevicesTopics.OUTCOMES,
        (command, state, nextRev) -> new Decision.Unchanged<>());
  }

  private static FactSource<String, ApiKeyUse> uses(Topic<String, ApiKeyUse> topic) {
    return new FactSource<>(topic, ApiKeyUse::getKeyId, ApiKeyUse::getEnvelope);
  }
}
