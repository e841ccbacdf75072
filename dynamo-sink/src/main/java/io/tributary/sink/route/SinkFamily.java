package io.tributary.sink.route;

import io.tributary.schemas.topic.Family;
import io.tributary.sink.table.TableDefinition;
import java.util.List;

/** What a family supplies to the sink: its topics with their writes, and its tables. */
public record SinkFamily(Family family, List<Route<?, ?>> routes, List<TableDefinition> tables) {

  /** Copies both lists. */
  public SinkFamily {
    routes = List.copyOf(routes);
    tables = List.copyOf(tables);
  }
}
