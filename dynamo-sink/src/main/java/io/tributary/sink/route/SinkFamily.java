package io.tributary.sink.route;

import io.tributary.schemas.table.TableDefinition;
import io.tributary.schemas.topic.Family;
import java.util.List;
import java.util.Optional;

/**
 * A family's part of the sink: topics with their writes, tables, and perhaps a relay of expiries.
 */
public interface SinkFamily {

  Family family();

  List<ItemRoute<?, ?>> routes();

  /** The tables of its routes. */
  default List<TableDefinition> tables() {
    return routes().stream()
        .flatMap(route -> route.targets().stream())
        .map(Target::table)
        .distinct()
        .toList();
  }

  default Optional<RelayRoute<?, ?>> relay() {
    return Optional.empty();
  }
}
