package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;

/** A valid reading with its device. */
record IncomingReading(String hardwareId, BatchReading reading) {

  String batchId() {
    return reading.getBatchId();
  }
}
