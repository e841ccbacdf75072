package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table as it is defined at one moment. */
public final class Table {
  /** The record's members beside those of a table's description. */
  static final String SPACE = "Space";

  static final String STREAM = "Stream";
  static final String TIME_TO_LIVE = "TimeToLiveAttribute";
  static final String BACKUPS = "PointInTimeRecovery";
  static final String TAGS = "Tags";

  /** The member with local indexes. */
  public static final String LOCAL = "LocalSecondaryIndexes";

  /** The member with global indexes. */
  public static final String GLOBAL = "GlobalSecondaryIndexes";

  private final Map<String, Object> record;
  private final String name;
  private final Index primary;
  private final List<Index> indexes = new ArrayList<>();

  /** A table from its stored record. */
  Table(Map<String, Object> record) {
    this.record = record;
    this.name = Members.text(record, "TableName");
    Map<String, ValueType> types = types(record);
    KeySchema key = KeySchema.of(Members.objects(record, "KeySchema"), types);
    this.primary = new Index("", false, Members.number(record, SPACE, 0), key, key, Set.of());
    for (String kind : List.of(LOCAL, GLOBAL)) {
      for (Map<?, ?> index : Members.objects(record, kind)) {
        indexes.add(Index.secondary(index, kind.equals(GLOBAL), types, key));
      }
    }
  }

  /** Types of the attributes that a request or a record defines. */
  static Map<String, ValueType> types(Map<?, ?> definition) {
    Map<String, ValueType> types = new LinkedHashMap<>();
    for (Map<?, ?> attribute : Members.objects(definition, "AttributeDefinitions")) {
      types.put(
          Members.text(attribute, "AttributeName"),
          ValueType.valueOf(Members.text(attribute, "AttributeType")));
    }
    return types;
  }

  Map<String, Object> record() {
    return record;
  }

  /** The same with another value of a member; null removes it. */
  Table with(String member, @Nullable Object value) {
    Map<String, Object> changed = new HashMap<>(record);
    if (value == null) {
      changed.remove(member);
    } else {
      changed.put(member, value);
    }
    return new Table(changed);
  }

  public String name() {
    return name;
  }

  public String arn() {
    return Members.text(record, "TableArn");
  }

  /** The space of its items in the store. */
  public int space() {
    return primary.space();
  }

  public KeySchema key() {
    return primary.key();
  }

  /** The primary index, which has the items. */
  public Index primary() {
    return primary;
  }

  /** The secondary indexes, local ones first. */
  public List<Index> indexes() {
    return indexes;
  }

  /** The index of that name. */
  public Index index(String indexName) {
    return indexes.stream()
        .filter(one -> one.name().equals(indexName))
        .findFirst()
        .orElseThrow(
            () ->
                DynamoDbException.validation(
                    "The table does not have the specified index: %s", indexName));
  }

  /** True if it has local indexes, and so collections of items with a limit. */
  public boolean hasLocalIndexes() {
    return indexes.stream().anyMatch(one -> !one.isGlobal());
  }

  /** Tags by key; the map is the caller's. */
  Map<String, Object> tags() {
    return Members.copy(Members.required(record, TAGS));
  }

  /** The attribute of time to live; null while that is off. */
  public @Nullable String timeToLive() {
    return (String) record.get(TIME_TO_LIVE);
  }

  /** Number of its latest stream; null if it never had one. */
  @Nullable Integer stream() {
    return record.containsKey(STREAM) ? (Integer) Members.number(record, STREAM, 0) : null;
  }

  /** Number of its stream while that is on, else null. */
  public @Nullable Integer openStream() {
    return record.containsKey("StreamSpecification") ? stream() : null;
  }

  boolean isOnDemand() {
    Map<?, ?> billing = Members.object(record, "BillingModeSummary");
    return billing != null && "PAY_PER_REQUEST".equals(billing.get("BillingMode"));
  }
}
