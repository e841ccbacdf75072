package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Origin;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Request of a replay.
 *
 * @param name of its consumer group
 * @param tables without prefix
 * @param tablePrefix of the tables that are written to
 * @param keyPrefix of the records' keys; empty for all
 * @param writeUnits limit per second
 */
public record ReplayRequest(
    String name,
    Set<String> tables,
    String tablePrefix,
    String keyPrefix,
    ReplayBounds bounds,
    OptionalDouble writeUnits) {

  public ReplayRequest {
    tables = Set.copyOf(tables);
  }

  /** True of a record of the request. */
  boolean takes(Origin place, byte @Nullable [] key) {
    return bounds.takes(place) && (keyPrefix.isEmpty() || startsWith(key));
  }

  private boolean startsWith(byte @Nullable [] key) {
    return key != null && new String(key, StandardCharsets.UTF_8).startsWith(keyPrefix);
  }
}
