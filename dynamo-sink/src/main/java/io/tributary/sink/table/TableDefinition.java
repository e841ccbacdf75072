package io.tributary.sink.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table as it must be. Every table is billed on demand.
 *
 * @param name without prefix
 * @param indexes global secondary ones
 * @param localIndexes local secondary ones: their partition key is the table's; only a table that
 *     is made with them has them
 * @param ttlAttribute holds epoch seconds; empty when items do not expire
 * @param stream what the table's stream tells; empty when nobody needs one
 * @param pointInTimeRecovery true for what cannot be had again from topics
 */
public record TableDefinition(
    String name,
    TableKey key,
    List<IndexDefinition> indexes,
    List<IndexDefinition> localIndexes,
    Optional<String> ttlAttribute,
    Optional<StreamView> stream,
    boolean pointInTimeRecovery) {

  /** Copies the indexes; {@link IllegalArgumentException} for a local one of another partition. */
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

  /** A table without local indexes. */
  public TableDefinition(
      String name,
      TableKey key,
      List<IndexDefinition> indexes,
      Optional<String> ttlAttribute,
      Optional<StreamView> stream,
      boolean pointInTimeRecovery) {
    this(name, key, indexes, List.of(), ttlAttribute, stream, pointInTimeRecovery);
  }

  /** A table without local indexes and a stream. */
  public TableDefinition(
      String name,
      TableKey key,
      List<IndexDefinition> indexes,
      Optional<String> ttlAttribute,
      boolean pointInTimeRecovery) {
    this(name, key, indexes, ttlAttribute, Optional.empty(), pointInTimeRecovery);
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
