package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;
import io.tributary.schemas.key.devices.ReadingKey;

/** A valid reading with its device. */
record IncomingReading(String hardwareId, BatchReading reading) {

  String batchId() {
    return reading.getBatchId();
  }

  /** True if the batch id begins with the device's own hardware id. */
  boolean isNamedByItsDevice() {
    return ReadingKey.deviceNamedBy(batchId()).filter(hardwareId::equals).isPresent();
  }
}
