package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Batch;
import io.tributary.embedded.dynamodb.stream.StreamDefinition;
import io.tributary.embedded.dynamodb.stream.Streams;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** CreateTable, DescribeTable, ListTables, DeleteTable and UpdateTable. */
public final class TableOperations {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/";
  private static final int PAGE = 100;

  private final Catalog catalog;
  private final Streams streams;
  private final InstantSource clock;
  private final TableDescription descriptions;

  /** The operations on these tables. */
  public TableOperations(Catalog catalog, Streams streams, InstantSource clock) {
    this.catalog = catalog;
    this.streams = streams;
    this.clock = clock;
    this.descriptions = new TableDescription(catalog.store(), streams);
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of(
        "CreateTable", changing(this::create),
        "DescribeTable", this::describe,
        "ListTables", this::list,
        "DeleteTable", changing(this::delete),
        "UpdateTable", changing(this::update));
  }

  private Operation changing(Operation operation) {
    return request -> catalog.changing(() -> operation.run(request));
  }

  private Map<String, ?> create(Map<String, Object> request) {
    new DefinitionCheck(request).create(request);
    String name = Members.text(request, "TableName");
    if (catalog.tables().containsKey(name)) {
      throw DynamoDbException.service("ResourceInUseException", "Table already exists: " + name);
    }
    UUID id = UUID.nameUUIDFromBytes((name + clock.millis()).getBytes(StandardCharsets.UTF_8));
    Map<String, Object> record =
        Members.of(
            "TableName", name,
            "TableArn", ARN + name,
            "TableId", id.toString(),
            "CreationDateTime", clock.millis() / 1000.0,
            "AttributeDefinitions", Members.objects(request, "AttributeDefinitions"),
            "KeySchema", Members.objects(request, "KeySchema"),
            "DeletionProtectionEnabled", Members.flag(request, "DeletionProtectionEnabled"));
    record.put(Table.SPACE, catalog.newSpace());
    record.put(Table.TAGS, SettingOperations.readTags(request));
    Throughput.describe(record, request, clock.millis());
    for (String kind : List.of(Table.LOCAL, Table.GLOBAL)) {
      List<Map<String, Object>> indexes =
          Members.objects(request, kind).stream()
              .map(index -> index(index, kind.equals(Table.GLOBAL)))
              .toList();
      if (!indexes.isEmpty()) {
        record.put(kind, indexes);
      }
    }
    try (Batch batch = new Batch()) {
      Table table = switchStream(batch, new Table(record), request);
      catalog.put(batch, table);
      return Map.of("TableDescription", descriptions.of(table, "CREATING", null));
    }
  }

  private Map<String, Object> index(Map<?, ?> given, boolean isGlobal) {
    Map<String, Object> index =
        Members.of(
            "IndexName", given.get("IndexName"),
            "KeySchema", given.get("KeySchema"),
            "Projection", given.get("Projection"));
    index.put(Table.SPACE, catalog.newSpace());
    if (isGlobal) {
      Throughput.merge(index, given);
    }
    return index;
  }

  /** The table with a stream as a request wants it, other than its own. */
  private Table switchStream(Batch batch, Table table, Map<String, Object> request) {
    Map<?, ?> wanted = Members.object(request, "StreamSpecification");
    if (wanted == null) {
      return table;
    }
    if (Members.flag(wanted, "StreamEnabled")) {
      StreamDefinition stream =
          streams.create(
              batch,
              catalog.newSpace(),
              table.arn(),
              Members.text(wanted, "StreamViewType"),
              Members.objects(table.record(), "KeySchema"));
      return table.with(Table.STREAM, stream.id()).with("StreamSpecification", wanted);
    }
    endStream(batch, table);
    return table.with("StreamSpecification", null);
  }

  private void endStream(Batch batch, Table table) {
    if (table.openStream() != null) {
      streams.disable(batch, table.openStream());
    }
  }

  private Map<String, ?> describe(Map<String, Object> request) {
    Table table = catalog.forDefinition(Members.text(request, "TableName"));
    return Map.of("Table", descriptions.of(table, "ACTIVE", null));
  }

  private Map<String, ?> list(Map<String, Object> request) {
    int limit = Members.number(request, "Limit", PAGE);
    String start = Members.text(request, "ExclusiveStartTableName", "");
    List<String> names = new ArrayList<>(catalog.tables().tailMap(start, false).keySet());
    List<String> page = names.subList(0, Math.min(limit, names.size()));
    String last = names.size() > limit ? page.get(limit - 1) : null;
    return Members.of("TableNames", page, "LastEvaluatedTableName", last);
  }

  private Map<String, ?> delete(Map<String, Object> request) {
    Table table = catalog.forDefinition(Members.text(request, "TableName"));
    DynamoDbException.refuse(
        Members.flag(table.record(), "DeletionProtectionEnabled"),
        "Resource cannot be deleted as it is currently protected against deletion. "
            + "Disable deletion protection first.");
    Map<String, Object> description = descriptions.of(table, "DELETING", null);
    try (Batch batch = new Batch()) {
      endStream(batch, table);
      catalog.remove(batch, table);
    }
    return Map.of("TableDescription", description);
  }

  private Map<String, ?> update(Map<String, Object> request) {
    Table table = catalog.forDefinition(Members.text(request, "TableName"));
    IndexUpdate indexes = new IndexUpdate(table, request);
    requireOtherStream(table, request);
    Table changed = Throughput.change(table, request, clock.millis());
    if (request.containsKey("DeletionProtectionEnabled")) {
      changed = changed.with("DeletionProtectionEnabled", request.get("DeletionProtectionEnabled"));
    }
    // Nothing is refused any more: streams change at once, also in memory.
    try (Batch batch = new Batch()) {
      changed = indexes.apply(batch, changed, given -> index(given, true), catalog.store());
      changed = switchStream(batch, changed, request);
      catalog.put(batch, changed);
    }
    return Map.of("TableDescription", descriptions.of(changed, "UPDATING", indexes.created()));
  }

  private static void requireOtherStream(Table table, Map<String, Object> request) {
    Map<?, ?> stream = Members.object(request, "StreamSpecification");
    if (stream == null) {
      return;
    }
    DefinitionCheck.requireStream(stream);
    boolean on = Members.flag(stream, "StreamEnabled");
    DynamoDbException.refuse(
        on == (table.openStream() != null),
        on
            ? "Table already has an enabled stream: TableName: " + table.name()
            : "Table has no stream to disable, it is already disabled: TableName: " + table.name());
  }
}
