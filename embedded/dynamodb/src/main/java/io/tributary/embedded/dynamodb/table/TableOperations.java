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
import java.util.LinkedHashMap;
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
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("TableName", name);
    record.put("TableArn", ARN + name);
    record.put(
        "TableId",
        UUID.nameUUIDFromBytes((name + clock.millis()).getBytes(StandardCharsets.UTF_8))
            .toString());
    record.put("CreationDateTime", clock.millis() / 1000.0);
    record.put(Table.SPACE, catalog.newSpace());
    for (String member : List.of("AttributeDefinitions", "KeySchema")) {
      record.put(member, Members.objects(request, member));
    }
    record.put("DeletionProtectionEnabled", Members.flag(request, "DeletionProtectionEnabled"));
    Throughput.describe(record, request, clock.millis());
    for (String kind : List.of(Table.LOCAL, Table.GLOBAL)) {
      List<Map<String, Object>> indexes = new ArrayList<>();
      for (Map<?, ?> index : Members.objects(request, kind)) {
        indexes.add(index(index, kind.equals(Table.GLOBAL)));
      }
      if (!indexes.isEmpty()) {
        record.put(kind, indexes);
      }
    }
    Map<String, Object> tags = Tags.read(request);
    if (!tags.isEmpty()) {
      record.put(Table.TAGS, tags);
    }
    try (Batch batch = new Batch()) {
      Table table = switchStream(batch, new Table(record), request);
      catalog.put(batch, table);
      return Map.of("TableDescription", descriptions.of(table, "CREATING"));
    }
  }

  private Map<String, Object> index(Map<?, ?> given, boolean isGlobal) {
    Map<String, Object> index = new LinkedHashMap<>();
    for (String member : List.of("IndexName", "KeySchema", "Projection")) {
      index.put(member, given.get(member));
    }
    index.put(Table.SPACE, catalog.newSpace());
    if (isGlobal) {
      index.put("ProvisionedThroughput", Throughput.provisioned(given));
      index.put("WarmThroughput", Throughput.warm());
    }
    return index;
  }

  /** The table with its stream as a request wants it, which differs from what it has. */
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
    if (table.isStreaming() && table.stream() != null) {
      streams.disable(batch, table.stream());
    }
  }

  private Map<String, ?> describe(Map<String, Object> request) {
    Table table = catalog.forDefinition(Members.text(request, "TableName"));
    return Map.of("Table", descriptions.of(table, "ACTIVE"));
  }

  private Map<String, ?> list(Map<String, Object> request) {
    int limit = Members.number(request, "Limit", PAGE);
    String start = Members.text(request, "ExclusiveStartTableName", "");
    List<String> names = new ArrayList<>(catalog.tables().tailMap(start, false).keySet());
    Map<String, Object> answer = new LinkedHashMap<>();
    if (names.size() > limit) {
      names = names.subList(0, limit);
      answer.put("LastEvaluatedTableName", names.get(limit - 1));
    }
    answer.put("TableNames", names);
    return answer;
  }

  private Map<String, ?> delete(Map<String, Object> request) {
    Table table = catalog.forDefinition(Members.text(request, "TableName"));
    DynamoDbException.refuse(
        Members.flag(table.record(), "DeletionProtectionEnabled"),
        "Resource cannot be deleted as it is currently protected against deletion. "
            + "Disable deletion protection first.");
    Map<String, Object> description = descriptions.of(table, "DELETING");
    try (Batch batch = new Batch()) {
      endStream(batch, table);
      catalog.remove(batch, table);
    }
    return Map.of("TableDescription", description);
  }

  private Map<String, ?> update(Map<String, Object> request) {
    Table table = catalog.forDefinition(Members.text(request, "TableName"));
    IndexUpdate indexes = IndexUpdate.of(table, request);
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
    Map<String, Object> description = descriptions.of(changed, "UPDATING");
    indexes.describe(description);
    return Map.of("TableDescription", description);
  }

  private static void requireOtherStream(Table table, Map<String, Object> request) {
    Map<?, ?> stream = Members.object(request, "StreamSpecification");
    if (stream == null) {
      return;
    }
    DefinitionCheck.requireStream(stream);
    boolean on = Members.flag(stream, "StreamEnabled");
    DynamoDbException.refuse(
        on == table.isStreaming(),
        on
            ? "Table already has an enabled stream: TableName: " + table.name()
            : "Table has no stream to disable, it is already disabled: TableName: " + table.name());
  }
}
