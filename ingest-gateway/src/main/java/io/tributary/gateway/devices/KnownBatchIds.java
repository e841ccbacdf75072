package io.tributary.gateway.devices;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The batch ids that this instance has lately seen acknowledged. Only a courtesy to clients: what
 * is a duplicate is decided behind the topic.
 */
final class KnownBatchIds {

  private final Set<Id> ids;

  /** Keeps that many ids, the last used ones. */
  KnownBatchIds(int capacity) {
    this.ids =
        Collections.newSetFromMap(
            Collections.synchronizedMap(
                // In the order of use, so that the eldest is the one not used for longest
                new LinkedHashMap<>(16, 0.75f, true) {
                  @Override
                  protected boolean removeEldestEntry(Map.Entry<Id, Boolean> eldest) {
                    return size() > capacity;
                  }
                }));
  }

  private record Id(String hardwareId, String batchId) {}

  boolean contains(IncomingReading reading) {
    return ids.contains(new Id(reading.hardwareId(), reading.batchId()));
  }

  void add(IncomingReading reading) {
    ids.add(new Id(reading.hardwareId(), reading.batchId()));
  }
}
