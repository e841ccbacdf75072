package io.tributary.schemas.topic;

import io.tributary.avro.devices.ApiKey;
import io.tributary.avro.devices.ApiKeyCommand;
import io.tributary.avro.devices.ApiKeyUse;
import io.tributary.avro.devices.BatchIdClaim;
import io.tributary.avro.devices.Device;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceCommand;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.avro.envelope.CommandOutcome;
import io.tributary.schemas.key.KeyPart;
import io.tributary.schemas.key.SinglePartKey;
import io.tributary.schemas.key.devices.ReadingKey;
import java.time.Duration;
import java.util.List;
import org.apache.avro.specific.SpecificRecordBase;

public final class DevicesTopics {

  /** Life of a batch id after its first reading was accepted. */
  public static final Duration BATCH_ID_LIFE = Duration.ofDays(30);

  /** Activity of a device and uses of a key count at most once in this time. */
  public static final Duration ACTIVITY_INTERVAL = Duration.ofMinutes(5);

  private static final SinglePartKey HARDWARE_ID =
      new SinglePartKey("hardware_id", KeyPart.HARDWARE_ID);
  private static final SinglePartKey KEY_ID = new SinglePartKey("key_id", KeyPart.UUID_V4);

  /** Types of states that are not records. */
  static final List<Class<? extends SpecificRecordBase>> STATES = List.of(BatchIdClaim.class);

  /** Accepted readings, one fact for each device of a request. */
  public static final Topic<String, DeviceBatch> BATCHES =
      Topic.facts("devices.batches", HARDWARE_ID, DeviceBatch.class, Retention.days(30));

  /**
   * Readings whose batch id does not name their device, one a fact: the first of an id counts. One
   * partition keeps the order of devices and of ids.
   */
  public static final Topic<String, DeviceBatch> BATCH_CLAIMS =
      Topic.facts("devices.batch-claims", HARDWARE_ID, DeviceBatch.class, Retention.days(30))
          .withPartitions(1);

  /** Deduplicated readings: the content of device_readings and processed_batches. */
  public static final Topic<ReadingKey, DeviceReading> READINGS =
      Topic.records(
          "devices.readings",
          ReadingKey.CODEC,
          DeviceReading.class,
          Retention.outliving(Duration.ofDays(90)));

  /** Registrations and changes of devices; kept for ever, as devices are. */
  public static final Topic<String, DeviceCommand> DEVICE_COMMANDS =
      Topic.facts("devices.device-commands", HARDWARE_ID, DeviceCommand.class, Retention.UNLIMITED);

  /** Current state of every device: the gateway's directory and the content of devices. */
  public static final Topic<String, Device> DEVICES =
      Topic.records("devices.devices", HARDWARE_ID, Device.class, Retention.COMPACTED);

  /** Changes that operators ask for; kept for ever, as keys are. */
  public static final Topic<String, ApiKeyCommand> API_KEY_COMMANDS =
      Topic.facts("devices.api-key-commands", KEY_ID, ApiKeyCommand.class, Retention.UNLIMITED);

  /** Uses of API keys, at most a few for each key in five minutes. */
  public static final Topic<String, ApiKeyUse> API_KEY_USES =
      Topic.facts("devices.api-key-uses", KEY_ID, ApiKeyUse.class, Retention.days(30));

  /** Current state of every API key: the gateway's directory and the content of api_keys. */
  public static final Topic<String, ApiKey> API_KEYS =
      Topic.records("devices.api-keys", KEY_ID, ApiKey.class, Retention.COMPACTED);

  /** Decisions about the family's commands, for the gateway that waits. */
  public static final Topic<String, CommandOutcome> OUTCOMES = Topics.outcomes(Family.DEVICES);

  /** Facts and records that could not be processed or stored, as they came. */
  public static final Topic<String, SpecificRecordBase> DEAD_LETTERS =
      Topics.deadLetters(Family.DEVICES);

  private DevicesTopics() {}

  static List<Topic<?, ?>> all() {
    return List.of(
        BATCHES,
        BATCH_CLAIMS,
        READINGS,
        DEVICE_COMMANDS,
        DEVICES,
        API_KEY_COMMANDS,
        API_KEY_USES,
        API_KEYS,
        OUTCOMES,
        DEAD_LETTERS);
  }
}
