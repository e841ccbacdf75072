package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The global index that UpdateTable creates or deletes, and throughputs that it changes. */
final class IndexUpdate {
  private static final String UPDATES = "GlobalSecondaryIndexUpdates";
  private static final List<String> CHANGES =
      List.of(
          "BillingMode",
          "ProvisionedThroughput",
          UPDATES,
          "StreamSpecification",
          "SSESpecification",
          "TableClass",
          "DeletionProtectionEnabled",
          "OnDemandThroughput",
          "WarmThroughput");

  private final Map<String, Object> request;
  private @Nullable Map<?, ?> created;
  private @Nullable Map<?, ?> deleted;

  private IndexUpdate(Map<String, Object> request) {
    this.request = request;
  }

  /**
   * Reads the request.
   *
   * @throws DynamoDbException if it changes nothing, too much, or what is not there
   */
  static IndexUpdate of(Table table, Map<String, Object> request) {
    DynamoDbException.refuse(
        CHANGES.stream().noneMatch(request::containsKey),
        "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            + "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is "
            + "required");
    IndexUpdate update = new IndexUpdate(request);
    for (Map<?, ?> one : Members.objects(request, UPDATES)) {
      update.add(table, one);
    }
    return update;
  }

  private void add(Table table, Map<?, ?> one) {
    DynamoDbException.refuseValue(
        one.size() != 1,
        "Only one of Create, Update and Delete can be specified in an index update");
    Map.Entry<?, ?> only = one.entrySet().iterator().next();
    Map<?, ?> index = (Map<?, ?>) only.getValue();
    boolean exists =
        table.indexes().stream().anyMatch(present -> present.name().equals(index.get("IndexName")));
    if (only.getKey().equals("Create")) {
      DynamoDbException.refuse(exists, "Attempting to create an index which already exists");
      requireOne();
      requireTypes(table);
      new DefinitionCheck(request).createIndex(index, isOnDemand(table));
      created = index;
    } else if (!exists) {
      throw DynamoDbException.notFound(
          "Requested resource not found: Index: %s not found", index.get("IndexName"));
    } else if (only.getKey().equals("Delete")) {
      requireOne();
      deleted = index;
    }
  }

  private boolean isOnDemand(Table table) {
    Object wanted = request.get("BillingMode");
    return wanted == null ? table.isOnDemand() : wanted.equals("PAY_PER_REQUEST");
  }

  private void requireOne() {
    if (created != null || deleted != null) {
      throw DynamoDbException.service(
          "LimitExceededException",
          "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
              + " per table");
    }
  }

  private void requireTypes(Table table) {
    Map<String, ValueType> present = Table.types(table.record());
    Table.types(request)
        .forEach(
            (name, type) -> {
              DynamoDbException.refuseValue(
                  present.getOrDefault(name, type) != type,
                  "Attribute types cannot be redefined: %s is %s",
                  name,
                  present.get(name));
            });
  }

  /** The table with the change; the entries of a new index go into the batch. */
  Table apply(
      Batch batch, Table table, Function<Map<?, ?>, Map<String, Object>> described, Store store) {
    List<Map<?, ?>> indexes = new ArrayList<>();
    for (Map<?, ?> index : Members.objects(table.record(), Table.GLOBAL)) {
      if (deleted != null && Objects.equals(index.get("IndexName"), deleted.get("IndexName"))) {
        Catalog.removeSpace(batch, Members.number(index, Table.SPACE, 0));
      } else {
        indexes.add(updated(index));
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
      new Backfill(store, changed).index(batch, changed.index(Members.text(created, "IndexName")));
    }
    return changed;
  }

  private Map<?, ?> updated(Map<?, ?> index) {
    for (Map<?, ?> one : Members.objects(request, UPDATES)) {
      Map<?, ?> update = Members.object(one, "Update");
      if (update != null
          && Objects.equals(index.get("IndexName"), update.get("IndexName"))
          && update.containsKey("ProvisionedThroughput")) {
        Map<Object, Object> changed = new LinkedHashMap<>(index);
        changed.put("ProvisionedThroughput", Throughput.provisioned(update));
        return changed;
      }
    }
    return index;
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

  /** Shows what is under way, as the answer of UpdateTable does. */
  void describe(Map<String, Object> description) {
    if (created == null) {
      return;
    }
    List<Map<String, Object>> indexes = new ArrayList<>();
    for (Map<?, ?> index : Members.objects(description, Table.GLOBAL)) {
      Map<String, Object> shown = new LinkedHashMap<>();
      index.forEach((name, value) -> shown.put((String) name, value));
      if (Objects.equals(index.get("IndexName"), created.get("IndexName"))) {
        shown.put("IndexStatus", "CREATING");
        shown.put("Backfilling", false);
      }
      indexes.add(shown);
    }
    description.put(Table.GLOBAL, indexes);
  }
}
