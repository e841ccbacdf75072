package io.tributary.schemas.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Definition of a table, billed on demand.
 *
 * @param name without prefix
 * @param indexes global secondary ones
 * @param localIndexes local secondary ones, with the table's partition key; only a new table gets
 *     them
 * @param ttlAttribute holds epoch seconds
 * @param stream view of the table's stream, as DynamoDB names it
 * @param pointInTimeRecovery true for tables that topics cannot restore
 */
public record TableDefinition(
    String name,
    TableKey key,
    List<IndexDefinition> indexes,
    List<IndexDefinition> localIndexes,
    Optional<String> ttlAttribute,
    Optional<String> stream,
    boolean pointInTimeRecovery) {

  public TableDefinition {
    indexes = List.copyOf(indexes);
    localIndexes = List.copyOf(localIndexes);
    for (IndexDefinition local : localIndexes) {
      if (!local.key().partition().equals(key.partition()) || local.key().sort().isEmpty()) {
        throw new IllegalArgumentException(
            local.name() + " must have the partition key of table " + name + " and a sort key");
      }
    }
  }

  public TableDefinition(
      String name,
      TableKey key,
      List<IndexDefinition> indexes,
      Optional<String> ttlAttribute,
      boolean pointInTimeRecovery) {
    this(name, key, indexes, List.of(), ttlAttribute, Optional.empty(), pointInTimeRecovery);
  }

  /** The table with a stream of that view, such as {@code OLD_IMAGE}. */
  public TableDefinition withStream(String view) {
    return new TableDefinition(
        name, key, indexes, localIndexes, ttlAttribute, Optional.of(view), pointInTimeRecovery);
  }

  /** Attributes of all keys, each once. */
  public List<KeyAttribute> keyAttributes() {
    Stream<TableKey> ofIndexes =
        Stream.concat(indexes.stream(), localIndexes.stream()).map(IndexDefinition::key);
    return Stream.concat(Stream.of(key), ofIndexes)
        .flatMap(each -> each.attributes().stream())
        .distinct()
        .toList();
  }
}
