package io.tributary.gateway.devices;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ids of a request, seen first or repeated, in request order. */
record AcknowledgedBatches(List<String> acknowledged, List<String> duplicates) {

  /** Splits the ids of acknowledged readings, and remembers them. */
  static AcknowledgedBatches of(List<IncomingReading> readings, KnownBatchIds known) {
    Set<String> seen = new LinkedHashSet<>();
    Set<String> repeated = new LinkedHashSet<>();
    for (IncomingReading reading : readings) {
      boolean first = seen.add(reading.batchId());
      if (!known.add(reading) || !first) {
        repeated.add(reading.batchId());
      }
    }
    List<String> fresh = new ArrayList<>(seen);
    fresh.removeAll(repeated);
    List<String> duplicates = new ArrayList<>(seen);
    duplicates.retainAll(repeated);
    return new AcknowledgedBatches(fresh, duplicates);
  }

  String toJson() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    acknowledged.forEach(body.putArray("acknowledged_batch_ids")::add);
    duplicates.forEach(body.putArray("duplicate_batch_ids")::add);
    return body.toString();
  }
}
