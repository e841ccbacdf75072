package io.tributary.traffic.devices;

import static io.tributary.traffic.avro.Fields.number;
import static io.tributary.traffic.avro.Fields.text;
import static io.tributary.traffic.avro.Fields.whole;

import io.tributary.traffic.Plain;
import io.tributary.traffic.avro.Fields;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;

/**
 * A reading as the tables must hold it.
 *
 * @param receivedAt epoch milliseconds
 * @param expiry epoch second; null for never
 * @param batchExpiry epoch second from which its batch id is free again
 */
record Reading(Said said, long receivedAt, @Nullable Long expiry, long batchExpiry) {

  /** A reading of a {@code DeviceBatch}. */
  static Reading ofFact(GenericRecord fact, GenericRecord reading) {
    Said said = Said.of(text(fact, "hardware_id"), reading);
    long receivedAt = Fields.acceptedAt(fact);
    return new Reading(
        said,
        receivedAt,
        number(fact, "reading_ttl_seconds")
            .map(life -> seconds(said.timestamp()) + life)
            .orElse(null),
        seconds(receivedAt) + whole(fact, "batch_ttl_seconds"));
  }

  /** The reading of a {@code DeviceReading}. */
  static Reading ofRecord(GenericRecord reading) {
    return new Reading(
        Said.of(text(reading, "hardware_id"), reading),
        whole(reading, "received_at"),
        number(reading, "expiration_time").orElse(null),
        whole(reading, "batch_expiration_time"));
  }

  String device() {
    return said.device();
  }

  String batchId() {
    return said.batchId();
  }

  /** Epoch second at which it was received. */
  long receivedSecond() {
    return seconds(receivedAt);
  }

  /** Key of its record. */
  String recordKey() {
    return device() + '/' + said.sortKey();
  }

  /** Key of its item. */
  List<Object> itemKey() {
    return List.of(device(), said.sortKey());
  }

  /** Its item of {@code device_readings}. */
  Map<String, Object> item() {
    Map<String, Object> item = said.item();
    if (expiry != null) {
      item.put("expiration_time", Plain.number(expiry));
    }
    return item;
  }

  /** Its item of {@code processed_batches}. */
  Map<String, Object> batchItem() {
    Map<String, Object> batch = new HashMap<>();
    batch.put("batch_id", batchId());
    batch.put("hardware_id", device());
    batch.put("received_at", States.second(receivedAt));
    batch.put("expiration_time", Plain.number(batchExpiry));
    return batch;
  }

  private static long seconds(long millis) {
    return Math.floorDiv(millis, 1000L);
  }
}
