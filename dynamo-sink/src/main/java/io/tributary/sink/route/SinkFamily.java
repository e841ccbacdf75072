package io.tributary.sink.route;

import io.tributary.schemas.topic.Family;
import io.tributary.sink.table.TableDefinition;
import java.util.List;
import java.util.Optional;

/**
 * A family's part of the sink: topics with their writes, tables, and perhaps a relay of expiries.
 */
public interface SinkFamily {

  Family family();

  List<Route<?, ?>> routes();

  List<TableDefinition> tables();

  default Optional<RelayRoute<?, ?>> relay() {
    return Optional.empty();
  }
}
