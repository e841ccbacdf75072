package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.ConditionParser;
import io.tributary.embedded.dynamodb.expression.ConditionParser.Filter;
import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.KeyAttribute;
import io.tributary.embedded.dynamodb.table.KeySchema;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Query and Scan. */
public final class QueryOperations {
  private final Catalog catalog;
  private final Store store;

  /** The operations on these tables. */
  public QueryOperations(Catalog catalog, Store store) {
    this.catalog = catalog;
    this.store = store;
  }

  /** By name. */
  public Map<String, Operation> all() {
    return Map.of("Query", this::query, "Scan", this::scan);
  }

  private Map<String, ?> query(Map<String, Object> request) {
    List<String> expressions =
        List.of("ProjectionExpression", "FilterExpression", "KeyConditionExpression");
    Placeholders placeholders = Placeholders.of(request, expressions, false);
    Filter filter = ConditionParser.parseFilter(request, placeholders);
    Condition condition = ConditionParser.parse(request, "KeyConditionExpression", placeholders);
    Projection projection = Projection.parse(request, placeholders);
    PageRequest page = PageRequest.of(request, projection, filter);
    DynamoDbException.require(
        condition,
        "Either the KeyConditions or KeyConditionExpression parameter must be "
            + "specified in the request.");
    placeholders.requireUsed();
    KeyCondition keyCondition = KeyCondition.of(Objects.requireNonNull(condition));
    Table table = catalog.forItems(Members.text(request, "TableName"));
    Index index = page.index(table);
    KeySchema schema = index == null ? table.key() : index.key();
    Range range = keyCondition.range(space(table, index), schema);
    page.requireNoKeyInFilter(schema);
    ItemKeys.requireScalars(table, placeholders.nested());
    boolean forward = !Boolean.FALSE.equals(request.get("ScanIndexForward"));
    Key start = start(page, table, index);
    if (start != null && !range.contains(start)) {
      Range partition = Range.of(partition(schema, table, index, page));
      throw DynamoDbException.validation(
          partition.contains(range.from()) || partition.from().equals(range.from())
              ? "The provided starting key does not match the range key predicate"
              : "The provided starting key is outside query boundaries based on provided"
                  + " conditions");
    }
    return read(page, table, index, after(range, start, forward), forward);
  }

  private static Key partition(
      KeySchema schema, Table table, @Nullable Index index, PageRequest page) {
    Map<String, AttributeValue> start = page.start();
    return new Key(schema.partition(space(table, index), start == null ? Map.of() : start));
  }

  private static int space(Table table, @Nullable Index index) {
    return index == null ? table.space() : index.space();
  }

  private Map<String, ?> read(
      PageRequest page, Table table, @Nullable Index index, Range range, boolean forward) {
    try (View view = store.view()) {
      return new Page(page, table, index).read(view, range, forward);
    }
  }

  private static Range after(Range range, @Nullable Key start, boolean forward) {
    if (start == null) {
      return range;
    }
    return forward ? range.after(start) : range.before(start);
  }

  /** The entry that the exclusive start key names; null without one. */
  private static @Nullable Key start(PageRequest page, Table table, @Nullable Index index) {
    Map<String, AttributeValue> start = page.start();
    if (start == null) {
      return null;
    }
    Set<KeyAttribute> keys = new LinkedHashSet<>(table.key().all());
    Set<String> names = new HashSet<>(table.key().names());
    if (index != null) {
      keys.addAll(index.key().all());
      names.addAll(index.key().names());
    }
    boolean fits = keys.stream().allMatch(key -> key.takes(start.get(key.name())));
    DynamoDbException.refuse(
        !fits || !start.keySet().equals(names),
        "The provided starting key is invalid: The provided key element does not "
            + "match the schema");
    return index == null
        ? table.key().entry(table.space(), start)
        : index.key().entry(index.space(), start, table.key());
  }

  private Map<String, ?> scan(Map<String, Object> request) {
    List<String> expressions = List.of("ProjectionExpression", "FilterExpression");
    Placeholders placeholders = Placeholders.of(request, expressions, true);
    requireSegment(request);
    Projection projection = Projection.parse(request, placeholders);
    Filter filter = ConditionParser.parseFilter(request, placeholders);
    PageRequest page = PageRequest.of(request, projection, filter);
    placeholders.requireUsed();
    Table table = catalog.forItems(Members.text(request, "TableName"));
    Index index = page.index(table);
    ItemKeys.requireScalars(table, placeholders.nested());
    int segments = Members.number(request, "TotalSegments", 1);
    int segment = Members.number(request, "Segment", 0);
    Range range =
        new Range(
            hash(space(table, index), segment, segments),
            hash(space(table, index), segment + 1, segments));
    Key start = start(page, table, index);
    DynamoDbException.refuse(
        start != null && !range.contains(start),
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please "
            + "use ExclusiveStartKey with correct Segment. TotalSegments: %s Segment: %s",
        segments,
        segment);
    return read(page, table, index, after(range, start, true), true);
  }

  private static Key hash(int space, int segment, int segments) {
    return KeySchema.fromHash(space, (int) ((long) segment * KeySchema.HASHES / segments));
  }

  private static void requireSegment(Map<String, Object> request) {
    boolean segment = request.containsKey("Segment");
    DynamoDbException.refuse(
        segment != request.containsKey("TotalSegments"),
        segment
            ? "The TotalSegments parameter is required but was not present in the request when"
                + " Segment parameter is present"
            : "The Segment parameter is required but was not present in the request when parameter"
                + " TotalSegments is present");
    int number = Members.number(request, "Segment", 0);
    int total = Members.number(request, "TotalSegments", 1);
    DynamoDbException.refuse(
        number >= total,
        "The Segment parameter is zero-based and must be less than parameter "
            + "TotalSegments: Segment: %s is not less than TotalSegments: %s",
        number,
        total);
  }
}
