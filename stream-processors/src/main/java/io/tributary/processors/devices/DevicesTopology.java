package io.tributary.processors.devices;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.dedupe.Identity;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.plan.FamilyTopology;
import io.tributary.processors.plan.TopologyPlan;
import io.tributary.schemas.key.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;

/** The devices family: batches split into readings, each passed on once; API keys by command. */
public final class DevicesTopology implements FamilyTopology {

  @Override
  public void addTo(TopologyPlan plan) {
    plan.facts(batches(), BatchSplit::new).once(readings()).to(DevicesTopics.READINGS);
    plan.commands(apiKeys());
  }

  private static FactSource<String, DeviceBatch> batches() {
    return new FactSource<>(
        DevicesTopics.BATCHES, DeviceBatch::getHardwareId, DeviceBatch::getEnvelope);
  }

  private static Identity<ReadingKey, DeviceReading> readings() {
    return new Identity<>(
        DevicesTopics.READINGS,
        (key, reading) -> List.of(key.hardwareId(), key.batchId()),
        DeviceReading::getReceivedAt,
        DevicesTopics.BATCH_ID_LIFE);
  }

  private static CommandRules<ApiKeyCommand, ApiKey> apiKeys() {
    return new CommandRules<>(
        new FactSource<>(
            DevicesTopics.API_KEY_COMMANDS, ApiKeyCommand::getKeyId, ApiKeyCommand::getEnvelope),
        DevicesTopics.API_KEYS,
        DevicesTopics.OUTCOMES,
        ApiKey::getRev,
        new ApiKeyRule());
  }
}
