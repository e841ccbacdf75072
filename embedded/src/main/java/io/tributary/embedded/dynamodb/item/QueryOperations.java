package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.ConditionParser;
import io.tributary.embedded.dynamodb.expression.Placeholders;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.KeySchema;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Query and Scan. */
public final class QueryOperations {
  private static final String FILTER = "FilterExpression";

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
    List<String> expressions = List.of("ProjectionExpression", FILTER, "KeyConditionExpression");
    Placeholders placeholders = Placeholders.of(request, expressions, false);
    Condition filter = ConditionParser.parse(request, FILTER, placeholders);
    Condition condition = ConditionParser.parse(request, "KeyConditionExpression", placeholders);
    Projection projection = Projection.parse(request, placeholders);
    PageRequest page = PageRequest.of(request, projection, filter);
    Condition required =
        DynamoDbException.require(
            condition,
            "Either the KeyConditions or KeyConditionExpression parameter must be "
                + "specified in the request.");
    placeholders.requireUsed();
    KeyCondition keyCondition = KeyCondition.of(required);
    Table table = catalog.forItems(Members.text(request, "TableName"));
    Index index = page.index(table);
    Range range = keyCondition.range(index);
    for (String name : placeholders.attributes(FILTER)) {
      DynamoDbException.refuse(
          index.key().names().contains(name),
          "Filter Expression can only contain non-primary key attributes: Primary "
              + "key attribute: %s",
          name);
    }
    ItemKeys.requireScalars(table, placeholders.nested());
    Key start = start(page, index);
    if (start != null && !range.contains(start)) {
      byte[] partition = index.key().partition(index.space(), Objects.requireNonNull(page.start()));
      throw DynamoDbException.validation(
          Range.of(new Key(partition)).contains(range.from())
              ? "The provided starting key does not match the range key predicate"
              : "The provided starting key is outside query boundaries based on provided"
                  + " conditions");
    }
    boolean forward = !Boolean.FALSE.equals(request.get("ScanIndexForward"));
    return read(new Page(page, table, index), range, start, forward);
  }

  private Map<String, ?> read(Page page, Range range, @Nullable Key start, boolean forward) {
    Range rest = range;
    if (start != null) {
      rest = forward ? range.after(start) : range.before(start);
    }
    try (View view = store.view()) {
      return page.read(view, rest, forward);
    }
  }

  /** The entry that the exclusive start key names; null without one. */
  private static @Nullable Key start(PageRequest page, Index index) {
    Map<String, AttributeValue> start = page.start();
    if (start == null) {
      return null;
    }
    Set<String> names = new HashSet<>();
    boolean fits = true;
    for (KeySchema schema : List.of(index.key(), index.tableKey())) {
      names.addAll(schema.names());
      fits &= schema.isIn(start);
    }
    DynamoDbException.refuse(
        !fits || !start.keySet().equals(names),
        "The provided starting key is invalid: The provided key element does not "
            + "match the schema");
    return index.entry(start);
  }

  private Map<String, ?> scan(Map<String, Object> request) {
    List<String> expressions = List.of("ProjectionExpression", FILTER);
    Placeholders placeholders = Placeholders.of(request, expressions, true);
    requireSegment(request);
    Projection projection = Projection.parse(request, placeholders);
    Condition filter = ConditionParser.parse(request, FILTER, placeholders);
    PageRequest page = PageRequest.of(request, projection, filter);
    placeholders.requireUsed();
    Table table = catalog.forItems(Members.text(request, "TableName"));
    Index index = page.index(table);
    ItemKeys.requireScalars(table, placeholders.nested());
    int segments = Members.number(request, "TotalSegments", 1);
    int segment = Members.number(request, "Segment", 0);
    Range range =
        new Range(
            KeySchema.segment(index.space(), segment, segments),
            KeySchema.segment(index.space(), segment + 1, segments));
    Key start = start(page, index);
    DynamoDbException.refuse(
        start != null && !range.contains(start),
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please "
            + "use ExclusiveStartKey with correct Segment. TotalSegments: %s Segment: %s",
        segments,
        segment);
    return read(new Page(page, table, index), range, start, true);
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
