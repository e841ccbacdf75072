package io.tributary.processors.fact;

import java.util.Set;

/**
 * The key of a record that goes to given partitions, whatever the key says: a tick must come to
 * where the fact waits that it is for, and not every producer places facts as ours do; and some
 * facts concern every partition.
 */
public record PlacedKey<K>(K key, Set<Integer> partitions) {

  /** Copies the partitions. */
  public PlacedKey {
    partitions = Set.copyOf(partitions);
  }
}
