package io.tributary.operations.verify;

import io.tributary.schemas.item.Attributes;
import io.tributary.schemas.table.TableDefinition;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Compared tables.
 *
 * @param prefix of table names
 * @param tables in the order of results
 * @param revisions false to ignore them
 */
public record ComparedTables(
    DynamoDbClient client,
    String prefix,
    List<TableDefinition> tables,
    boolean revisions,
    InstantSource clock) {

  public ComparedTables {
    tables = List.copyOf(tables);
  }

  TableReads reads() {
    return new TableReads(this);
  }

  /** The attributes that count. */
  Map<String, AttributeValue> counted(Map<String, AttributeValue> item) {
    if (revisions || !item.containsKey(Attributes.REVISION)) {
      return item;
    }
    Map<String, AttributeValue> counted = new HashMap<>(item);
    counted.remove(Attributes.REVISION);
    return counted;
  }
}
