package io.tributary.sink.replay;

import io.tributary.schemas.deadletter.Attempt;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
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
 * @param until records that the broker took then or later are left out
 * @param writeUnits at most so many a second
 * @param buried attempts at a claim that another had won, which therefore are in no table
 */
public record ReplayOrder(
    String name,
    Set<String> tables,
    String tablePrefix,
    String keyPrefix,
    Optional<Instant> until,
    OptionalDouble writeUnits,
    Set<Attempt> buried) {

  /** Copies both sets. */
  public ReplayOrder {
    tables = Set.copyOf(tables);
    buried = Set.copyOf(buried);
  }

  /** True of a record that it is about. */
  boolean takes(Attempt attempt, byte @Nullable [] key, long timestamp) {
    return !buried.contains(attempt)
        && until.map(moment -> timestamp < moment.toEpochMilli()).orElse(true)
        && (keyPrefix.isEmpty() || (key != null && startsWith(key)));
  }

  private boolean startsWith(byte[] key) {
    return new String(key, StandardCharsets.UTF_8).startsWith(keyPrefix);
  }
}
