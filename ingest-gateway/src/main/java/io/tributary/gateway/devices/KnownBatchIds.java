package io.tributary.gateway.devices;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Batch ids that this instance lately acknowledged. A courtesy to clients: processors decide which
 * readings are duplicates.
 */
final class KnownBatchIds {

  /** Sets with a lock each, so that requests rarely wait for each other. */
  private static final int STRIPES = 64;

  private final List<Set<Id>> stripes;

  /** Keeps about so many ids; the least recently used leave first. */
  KnownBatchIds(int capacity) {
    this.stripes = Stream.generate(() -> newest(capacity / STRIPES)).limit(STRIPES).toList();
  }

  private record Id(String hardwareId, String batchId) {}

  /** Adds an id; false if it is known. */
  boolean add(IncomingReading reading) {
    Id id = new Id(reading.hardwareId(), reading.batchId());
    return stripes.get(Math.floorMod(id.hashCode(), STRIPES)).add(id);
  }

  private static Set<Id> newest(int capacity) {
    return Collections.newSetFromMap(
        Collections.synchronizedMap(
            // In the order of use, so that the eldest is the one not used for longest
            new LinkedHashMap<>(16, 0.75f, true) {
              @Override
              protected boolean removeEldestEntry(Map.Entry<Id, Boolean> eldest) {
                return size() > capacity;
              }
            }));
  }
}
