package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Origin;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is to be written again.
 *
 * @param name what its consumer group is called after
 * @param tables whose items are written, without prefix
 * @param tablePrefix of the tables that are written to
 * @param keyPrefix what the keys of the records start with; empty for all
 * @param reach up to where records are written
 * @param writeUnits at most so many a second
 */
public record ReplayRequest(
    String name,
    Set<String> tables,
    String tablePrefix,
    String keyPrefix,
    ReplayBounds reach,
    OptionalDouble writeUnits) {

  /** Copies the set. */
  public ReplayRequest {
    tables = Set.copyOf(tables);
  }

  /** True of a record that it is about. */
  boolean takes(Origin place, byte @Nullable [] key) {
    return reach.takes(place) && (keyPrefix.isEmpty() || startsWith(key));
  }

  private boolean startsWith(byte @Nullable [] key) {
    return key != null && new String(key, StandardCharsets.UTF_8).startsWith(keyPrefix);
  }
}
