package io.tributary.sink.route;

import io.tributary.schemas.topic.Family;
import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.Optional;

/**
 * A family's part of the sink: topics with their writes, tables, and perhaps a relay of expiries.
 */
public record SinkFamily(
    Family family,
    List<Route<?, ?>> routes,
    List<TableDefinition> tables,
    Optional<RelayRoute<?, ?>> relay) {

  public SinkFamily {
    routes = List.copyOf(routes);
    tables = List.copyOf(tables);
  }

  /** A family without a relay. */
  public SinkFamily(Family family, List<Route<?, ?>> routes, List<TableDefinition> tables) {
    this(family, routes, tables, Optional.empty());
  }
}
