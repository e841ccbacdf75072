package io.tributary.client.record;

import io.tributary.schemas.deadletter.Origin;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record of a topic of the catalogue.
 *
 * @param origin where it lies: the same whenever it is delivered again
 * @param key its key's parts
 * @param value its value in this release's type, whichever release wrote it; null for a tombstone,
 *     by which a compacted topic says that there is nothing any more under the key
 * @param provenance what it came from
 */
public record TypedRecord<K, V>(Origin origin, K key, @Nullable V value, Provenance provenance) {

  /** Its value, where there are no tombstones: in topics that are not compacted. */
  public V requiredValue() {
    return Objects.requireNonNull(value, () -> origin + " is a tombstone");
  }
}
