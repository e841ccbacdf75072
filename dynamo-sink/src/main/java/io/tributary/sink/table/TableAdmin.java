package io.tributary.sink.table;

import io.tributary.schemas.table.TableDefinition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

public record TableAdmin(DynamoDbClient client, String prefix) {

  /**
   * Creates missing tables, enables TTL, stream and point-in-time recovery, and returns the names
   * of new tables. Keys, indexes, billing and stream view of existing tables stay.
   */
  public List<String> create(Collection<TableDefinition> tables) {
    TableCreation creation = new TableCreation(client);
    List<String> created = new ArrayList<>();
    for (TableDefinition table : tables) {
      String name = prefix + table.name();
      Optional<TableDescription> found = DynamoTables.describe(client, name);
      if (found.isPresent()) {
        creation.complete(name, table, found.get());
      } else if (creation.create(name, table)) {
        created.add(name);
      }
    }
    return created;
  }

  /** Compares every table with its definition, by reading only. */
  public TableReport check(Collection<TableDefinition> tables) {
    List<String> missing = new ArrayList<>();
    List<String> drift = new ArrayList<>();
    List<String> unverifiable = new ArrayList<>();
    for (TableDefinition table : tables) {
      String name = prefix + table.name();
      Optional<TableDescription> description = DynamoTables.describe(client, name);
      if (description.isEmpty()) {
        drift.add(missing.size(), DynamoTables.missing(name));
        missing.add(table.name());
      } else {
        drift.addAll(TableDrift.of(name, table, description.get()));
        new SettingsDrift(client, drift, unverifiable).compare(name, table);
      }
    }
    return new TableReport(tables.size(), missing, drift, unverifiable);
  }

  /** Obstacles to any write: missing tables and other keys. */
  public List<String> unusable(Collection<TableDefinition> tables) {
    return new DynamoTables(client, prefix, List.copyOf(tables)).unusable();
  }

  /** Names of the tables that hold an item. */
  public List<String> filled(Collection<TableDefinition> tables) {
    return tables.stream()
        .map(table -> prefix + table.name())
        .filter(name -> DynamoTables.describe(client, name).isPresent() && holdsAnything(name))
        .toList();
  }

  private boolean holdsAnything(String name) {
    return !client
        .scan(request -> request.tableName(name).limit(1).consistentRead(true))
        .items()
        .isEmpty();
  }
}
