package io.tributary.sink.route;

import io.tributary.schemas.topic.Family;
import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.Optional;

/**
 * What a family supplies to the sink: its topics with their writes, its tables, and which of them
 * has expiries to be relayed.
 */
public record SinkFamily(
    Family family,
    List<Route<?, ?>> routes,
    List<TableDefinition> tables,
    Optional<RelayRoute<?, ?>> relay) {

  /** Copies both lists. */
  public SinkFamily {
    routes = List.copyOf(routes);
    tables = List.copyOf(tables);
  }

  /** A family whose expiries nobody needs to know. */
  public SinkFamily(Family family, List<Route<?, ?>> routes, List<TableDefinition> tables) {
    this(family, routes, tables, Optional.empty());
  }
}
