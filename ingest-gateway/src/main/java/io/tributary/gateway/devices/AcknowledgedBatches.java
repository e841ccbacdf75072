package io.tributary.gateway.devices;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ids of a request, new ones and those that an earlier request had, in request order. */
record AcknowledgedBatches(List<String> acknowledgedBatchIds, List<String> duplicateBatchIds) {

  /** Splits the ids of acknowledged readings, and remembers them. */
  static AcknowledgedBatches of(List<IncomingReading> readings, KnownBatchIds known) {
    Set<String> fresh = new LinkedHashSet<>();
    Set<String> repeated = new LinkedHashSet<>();
    for (IncomingReading reading : readings) {
      (known.add(reading) ? fresh : repeated).add(reading.batchId());
    }
    repeated.removeAll(fresh);
    return new AcknowledgedBatches(List.copyOf(fresh), List.copyOf(repeated));
  }
}
