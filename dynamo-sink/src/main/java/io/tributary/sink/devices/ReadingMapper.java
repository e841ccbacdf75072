package io.tributary.sink.devices;

import io.tributary.avro.devices.DeviceReading;
import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.schemas.item.DevicesItems;
import io.tributary.schemas.key.devices.ReadingKey;
import io.tributary.sink.item.Item;
import io.tributary.sink.route.RecordMapper;
import io.tributary.sink.write.Claim;
import io.tributary.sink.write.ClaimRule;
import io.tributary.sink.write.ClaimedPut;
import io.tributary.sink.write.ItemWrite;
import java.time.Instant;

/** Mapper of readings to a claim of their batch id and a row of device_readings. */
final class ReadingMapper implements RecordMapper<ReadingKey, DeviceReading> {

  private static final ClaimRule BATCH_IDS =
      new ClaimRule(
          DevicesItems.PROCESSED_BATCHES.name(),
          "batch_id",
          "hardware_id",
          "received_at",
          "expiration_time",
          new Failure(
              FailureCode.ITEM_REJECTED, "processed_batches gives batch_id to another device"));

  @Override
  public ItemWrite map(ReadingKey key, DeviceReading reading) {
    DevicesItems.READING.requireImplied(key, reading);
    long received = Instant.ofEpochMilli(reading.getReceivedAtMs()).getEpochSecond();
    Item batch = Item.of(DevicesItems.BATCH.of(reading));
    return new ClaimedPut(
        new Claim(BATCH_IDS, batch, received),
        DevicesItems.DEVICE_READINGS.name(),
        Item.of(DevicesItems.READING.itemsOf(key, reading).get(0)));
  }
}
