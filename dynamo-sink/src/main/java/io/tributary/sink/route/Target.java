package io.tributary.sink.route;

import io.tributary.sink.table.TableDefinition;
import java.util.Optional;

/**
 * A table that records of a topic are written to.
 *
 * @param written attribute with a time, {@code YYYY-MM-DDTHH:MM:SS} in UTC with or without its
 *     zone, before which no record has written the item as it is; empty where no attribute tells
 */
public record Target(TableDefinition table, Optional<String> written) {

  /** A table whose items do not tell when they were written. */
  public static Target of(TableDefinition table) {
    return new Target(table, Optional.empty());
  }

  /** A table whose items do. */
  public static Target of(TableDefinition table, String written) {
    return new Target(table, Optional.of(written));
  }
}
