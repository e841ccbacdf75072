package io.tributary.processors.fact;

/**
 * The key of a record that goes to a given partition, whatever its key says: a tick must come to
 * where the fact waits that it is for, and not every producer places facts as ours do.
 */
public record PlacedKey<K>(K key, int partition) {}
