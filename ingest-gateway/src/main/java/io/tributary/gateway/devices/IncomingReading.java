package io.tributary.gateway.devices;

import io.tributary.avro.devices.BatchReading;

/** A reading that keeps every rule, with the device that it names. */
record IncomingReading(String hardwareId, BatchReading reading) {

  String batchId() {
    return reading.getBatchId();
  }
}
