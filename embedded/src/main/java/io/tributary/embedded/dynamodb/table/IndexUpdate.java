package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The global index that UpdateTable creates or deletes, and throughputs that it changes. */
final class IndexUpdate {
  private static final String UPDATES = "GlobalSecondaryIndexUpdates";

  private final Map<String, Object> request;
  private final Set<String> names = new HashSet<>();
  private final Map<String, Map<?, ?>> updated = new HashMap<>();
  private @Nullable Map<?, ?> created;
  private @Nullable String deleted;

  /**
   * Reads the request.
   *
   * @throws DynamoDbException if it changes nothing, too much, or a missing index
   */
  IndexUpdate(Table table, Map<String, Object> request) {
    DynamoDbException.refuse(
        Set.of("TableName", "AttributeDefinitions").containsAll(request.keySet()),
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            + "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is "
            + "required");
    this.request = request;
    Members.objects(request, UPDATES).forEach(one -> add(table, one));
  }

  private void add(Table table, Map<?, ?> one) {
    DynamoDbException.refuseValue(
        one.isEmpty(),
        "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
            + "GlobalSecondaryIndexUpdate.Delete must not be null");
    DynamoDbException.refuseValue(
        one.size() > 1,
        "Only one of Create, Update and Delete can be specified in an index update");
    Map.Entry<?, ?> only = one.entrySet().iterator().next();
    Map<?, ?> index = (Map<?, ?>) only.getValue();
    String name = Members.text(index, "IndexName");
    DynamoDbException.refuseValue(
        !names.add(name),
        "Only one global secondary index update per index is allowed simultaneously. Index: %s",
        name);
    boolean isNew = only.getKey().equals("Create");
    boolean exists = table.indexes().stream().anyMatch(present -> present.name().equals(name));
    DynamoDbException.refuse(exists && isNew, "Attempting to create an index which already exists");
    DynamoDbException.found(exists || isNew ? index : null, ": Index: %s not found", name);
    if (only.getKey().equals("Update")) {
      updated.put(name, index);
    } else if (created != null || deleted != null) {
      throw DynamoDbException.service(
          "LimitExceededException",
          "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
              + " per table");
    } else if (isNew) {
      requireTypes(table);
      new DefinitionCheck(request).createIndex(index, isOnDemand(table));
      created = index;
    } else {
      deleted = name;
    }
  }

  private boolean isOnDemand(Table table) {
    Object wanted = request.get("BillingMode");
    return wanted == null ? table.isOnDemand() : wanted.equals("PAY_PER_REQUEST");
  }

  private void requireTypes(Table table) {
    Map<String, ValueType> present = Table.types(table.record());
    Table.types(request)
        .forEach(
            (name, type) ->
                DynamoDbException.refuseValue(
                    present.getOrDefault(name, type) != type,
                    "Attribute types cannot be redefined: %s is %s",
                    name,
                    present.get(name)));
  }

  /** The table with the change; the entries of a new index go into the batch. */
  Table apply(
      Batch batch, Table table, Function<Map<?, ?>, Map<String, Object>> described, Store store) {
    List<Map<?, ?>> indexes = new ArrayList<>();
    for (Map<?, ?> index : Members.objects(table.record(), Table.GLOBAL)) {
      String name = Members.text(index, "IndexName");
      if (name.equals(deleted)) {
        Catalog.removeSpace(batch, Members.number(index, Table.SPACE, 0));
      } else {
        Map<String, Object> changed = Members.copy(index);
        Throughput.merge(changed, updated.getOrDefault(name, Map.of()));
        indexes.add(changed);
      }
    }
    if (created != null) {
      indexes.add(described.apply(created));
    }
    Map<String, Object> record = new LinkedHashMap<>(table.record());
    record.put("AttributeDefinitions", definitions(table, indexes));
    record.put(Table.GLOBAL, indexes);
    if (indexes.isEmpty()) {
      record.remove(Table.GLOBAL);
    }
    Table changed = new Table(record);
    if (created != null) {
      Entries.add(batch, store, changed, changed.index(Members.text(created, "IndexName")));
    }
    return changed;
  }

  /** Definitions of the attributes that are in keys. */
  private List<Map<?, ?>> definitions(Table table, List<Map<?, ?>> indexes) {
    List<Map<?, ?>> keyed = new ArrayList<>(indexes);
    keyed.addAll(Members.objects(table.record(), Table.LOCAL));
    keyed.add(table.record());
    Set<Object> used = new HashSet<>();
    for (Map<?, ?> one : keyed) {
      Members.objects(one, "KeySchema").forEach(key -> used.add(key.get("AttributeName")));
    }
    List<Map<?, ?>> definitions = new ArrayList<>();
    for (Map<String, Object> from : List.of(table.record(), request)) {
      for (Map<?, ?> definition : Members.objects(from, "AttributeDefinitions")) {
        if (used.remove(definition.get("AttributeName"))) {
          definitions.add(definition);
        }
      }
    }
    return definitions;
  }

  /** Name of the index that it creates; null if it creates none. */
  @Nullable String created() {
    return created == null ? null : Members.text(created, "IndexName");
  }
}
