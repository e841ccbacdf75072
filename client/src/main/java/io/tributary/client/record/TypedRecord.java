package io.tributary.client.record;

import io.tributary.schemas.deadletter.Origin;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic of the catalogue.
 *
 * @param origin its position, the same for every delivery
 * @param value in this release's type; null for a tombstone, which removes the key from a compacted
 *     topic
 */
public record TypedRecord<K, V>(Origin origin, K key, @Nullable V value, Provenance provenance) {

  /** The value, in topics without tombstones. */
  public V requiredValue() {
    return Objects.requireNonNull(value, () -> origin + " is a tombstone");
  }
}
