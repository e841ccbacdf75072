package io.tributary.sink.table;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A table as it must be. Every table is billed on demand.
 *
 * @param name without prefix
 * @param indexes global secondary ones
 * @param ttlAttribute holds epoch seconds; empty when items do not expire
 * @param stream what the table's stream tells; empty when nobody needs one
 * @param pointInTimeRecovery true for what cannot be had again from topics
 */
public record TableDefinition(
    String name,
    TableKey key,
    List<IndexDefinition> indexes,
    Optional<String> ttlAttribute,
    Optional<StreamView> stream,
    boolean pointInTimeRecovery) {

  /** Copies the indexes. */
  public TableDefinition {
    indexes = List.copyOf(indexes);
  }

  /** A table without a stream. */
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
    return Stream.concat(Stream.of(key), indexes.stream().map(IndexDefinition::key))
        .flatMap(each -> each.attributes().stream())
        .distinct()
        .toList();
  }
}
