package io.tributary.schemas.table;

import java.util.List;
import java.util.Optional;

/** Key of a table or of an index: a partition key and perhaps a sort key. */
public record TableKey(KeyAttribute partition, Optional<KeyAttribute> sort) {

  public static TableKey of(String partition) {
    return new TableKey(KeyAttribute.text(partition), Optional.empty());
  }

  public static TableKey of(String partition, String sort) {
    return new TableKey(KeyAttribute.text(partition), Optional.of(KeyAttribute.text(sort)));
  }

  /** Attributes, the partition key first. */
  public List<KeyAttribute> attributes() {
    return sort.map(by -> List.of(partition, by)).orElse(List.of(partition));
  }

  /** Names of the attributes, the partition key first. */
  public List<String> names() {
    return attributes().stream().map(KeyAttribute::name).toList();
  }
}
