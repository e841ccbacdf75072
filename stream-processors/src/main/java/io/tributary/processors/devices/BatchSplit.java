package io.tributary.processors.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.avro.devices.DeviceBatch;
import io.tributary.avro.devices.DeviceReading;
import io.tributary.processors.fact.FactStep;
import io.tributary.processors.fact.OutputRecord;
import io.tributary.processors.fact.SameFields;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.schemas.topic.DevicesTopics;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Splits a batch into its readings; ids without the device's name must be claimed. */
final class BatchSplit implements FactStep<DeviceBatch> {

  private static final SameFields SAME =
      SameFields.of(BatchReading.getClassSchema(), DeviceReading.getClassSchema());

  @Override
  public List<OutputRecord<?, ?>> apply(DeviceBatch batch) {
    return batch.getReadings().stream().<OutputRecord<?, ?>>map(r -> split(batch, r)).toList();
  }

  private static OutputRecord<?, ?> split(DeviceBatch batch, BatchReading reading) {
    ReadingKey key = keyOf(batch, reading);
    return ReadingKey.deviceNamedBy(reading.getBatchId())
            .filter(batch.getHardwareId()::equals)
            .isPresent()
        ? record(key, batch, reading)
        : new OutputRecord<>(
            DevicesTopics.BATCH_CLAIMS,
            batch.getHardwareId(),
            new DeviceBatch(
                batch.getEnvelope(),
                batch.getHardwareId(),
                batch.getReadingTtlS(),
                batch.getBatchTtlS(),
                List.of(reading)));
  }

  /**
   * The record of a reading; {@link io.tributary.schemas.key.KeyFormatException} for an invalid
   * key.
   */
  static OutputRecord<ReadingKey, DeviceReading> reading(DeviceBatch batch, BatchReading reading) {
    return record(keyOf(batch, reading), batch, reading);
  }

  private static ReadingKey keyOf(DeviceBatch batch, BatchReading reading) {
    return new ReadingKey(batch.getHardwareId(), reading.getTimestampMs(), reading.getBatchId());
  }

  private static OutputRecord<ReadingKey, DeviceReading> record(
      ReadingKey key, DeviceBatch batch, BatchReading reading) {
    long receivedAt = batch.getEnvelope().getAcceptedAtMs();
    DeviceReading value = SAME.copy(reading, new DeviceReading());
    value.setHardwareId(batch.getHardwareId());
    value.setReceivedAtMs(receivedAt);
    value.setExpirationTimeS(expiry(reading.getTimestampMs(), batch.getReadingTtlS()));
    value.setBatchExpirationTimeS(seconds(receivedAt) + batch.getBatchTtlS());
    return new OutputRecord<>(DevicesTopics.READINGS, key, value);
  }

  @SuppressWarnings("NullAway") // the generated builder takes null for an absent value
  private static Long expiry(long timestampMs, Long ttlSeconds) {
    return ttlSeconds == null ? null : Long.valueOf(seconds(timestampMs) + ttlSeconds);
  }

  private static long seconds(long millis) {
    return TimeUnit.MILLISECONDS.toSeconds(millis);
  }
}
