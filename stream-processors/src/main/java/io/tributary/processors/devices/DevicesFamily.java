package io.tributary.processors.devices;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.processors.command.CommandRules;
import io.tributary.processors.dedupe.EventIdentity;
import io.tributary.processors.fact.FactSource;
import io.tributary.processors.state.AggregateType;
import io.tributary.processors.topology.ProcessorsFamily;
import io.tributary.processors.topology.TopologyPlan;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import io.tributary.schemas.topic.Family;
import java.util.List;

/**
 * The devices family: devices and API keys change by command and by counted activity; batches split
 * into readings, each passed on once; a batch id that does not name its device belongs to its first
 * user.
 */
public final class DevicesFamily implements ProcessorsFamily {

  private static final AggregateType<Device> DEVICES =
      new AggregateType<>(
          DevicesTopics.DEVICES, Device::getRev, DeviceRule::seen, DevicesTopics.ACTIVITY_INTERVAL);

  private static final AggregateType<ApiKey> API_KEYS =
      new AggregateType<>(
          DevicesTopics.API_KEYS,
          ApiKey::getRev,
          ApiKeyRule::used,
          DevicesTopics.ACTIVITY_INTERVAL);

  @Override
  public Family family() {
    return Family.DEVICES;
  }

  @Override
  public void addTo(TopologyPlan plan) {
    plan.commands(deviceCommands());
    plan.countedFacts(batches(), DEVICES, stores -> new BatchSplit())
        .toOnce(readings(), DevicesTopics.BATCH_CLAIMS);
    plan.facts(
            claims(),
            stores -> new BatchIdStep(plan.states(BatchIdStep.CLAIMS, stores).evictingBy(stores)))
        .with(BatchIdStep.CLAIMS)
        .to(DevicesTopics.READINGS);
    plan.commands(apiKeyCommands());
    plan.activity(apiKeyUses(), API_KEYS);
  }

  private static CommandRules<DeviceCommand, Device> deviceCommands() {
    return new CommandRules<>(
        new FactSource<>(
            DevicesTopics.DEVICE_COMMANDS,
            DeviceCommand::getHardwareId,
            DeviceCommand::getEnvelope),
        DEVICES,
        DevicesTopics.OUTCOMES,
        new DeviceRule());
  }

  private static FactSource<String, DeviceBatch> batches() {
    return new FactSource<>(
        DevicesTopics.BATCHES, DeviceBatch::getHardwareId, DeviceBatch::getEnvelope);
  }

  private static FactSource<String, DeviceBatch> claims() {
    return new FactSource<>(
        DevicesTopics.BATCH_CLAIMS, DeviceBatch::getHardwareId, DeviceBatch::getEnvelope);
  }

  private static EventIdentity<ReadingKey, DeviceReading> readings() {
    return new EventIdentity<>(
        DevicesTopics.READINGS,
        (key, reading) -> List.of(key.hardwareId(), key.batchId()),
        DeviceReading::getReceivedAtMs,
        DevicesTopics.BATCH_ID_LIFE);
  }

  private static CommandRules<ApiKeyCommand, ApiKey> apiKeyCommands() {
    return new CommandRules<>(
        new FactSource<>(
            DevicesTopics.API_KEY_COMMANDS, ApiKeyCommand::getKeyId, ApiKeyCommand::getEnvelope),
        API_KEYS,
        DevicesTopics.OUTCOMES,
        new ApiKeyRule());
  }

  private static FactSource<String, ApiKeyUse> apiKeyUses() {
    return new FactSource<>(
        DevicesTopics.API_KEY_USES, ApiKeyUse::getKeyId, ApiKeyUse::getEnvelope);
  }
}
