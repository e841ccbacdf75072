package io.tributary.gateway.devices;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ids of a request, new ones and those that an earlier request had, in request order. */
record AcknowledgedBatches(List<String> acknowledged, List<String> duplicates) {

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

  String toJson() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    acknowledged.forEach(body.putArray("acknowledged_batch_ids")::add);
    duplicates.forEach(body.putArray("duplicate_batch_ids")::add);
    return body.toString();
  }
}
