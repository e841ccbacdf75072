package io.tributary.sink.route;

import io.tributary.schemas.table.TableDefinition;
import java.util.Optional;

/**
 * A table of a topic's records.
 *
 * @param written attribute with a time, {@code YYYY-MM-DDTHH:MM:SS} in UTC with or without its
 *     zone, before which no record has written the item as it is
 */
public record Target(TableDefinition table, Optional<String> written) {

  /** A table without a time of writing in its items. */
  public static Target of(TableDefinition table) {
    return new Target(table, Optional.empty());
  }

  /** A table whose items hold their time of writing. */
  public static Target of(TableDefinition table, String written) {
    return new Target(table, Optional.of(written));
  }
}
