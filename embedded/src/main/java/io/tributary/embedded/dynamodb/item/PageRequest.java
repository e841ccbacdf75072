package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ValueReader;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members that Query and Scan share.
 *
 * @param start the exclusive start key
 */
record PageRequest(
    Map<String, Object> request,
    @Nullable Projection projection,
    @Nullable Condition filter,
    @Nullable Map<String, AttributeValue> start) {

  static PageRequest of(
      Map<String, Object> request, @Nullable Projection projection, @Nullable Condition filter) {
    String select = Members.text(request, "Select", "");
    DynamoDbException.refuse(
        select.equals("SPECIFIC_ATTRIBUTES") && projection == null,
        "Must specify the AttributesToGet or ProjectionExpression when choosing to "
            + "get SPECIFIC_ATTRIBUTES");
    DynamoDbException.refuse(
        !select.isEmpty() && !select.equals("SPECIFIC_ATTRIBUTES") && projection != null,
        "Cannot specify the ProjectionExpression when choosing to get %s",
        select);
    DynamoDbException.refuse(
        select.equals("ALL_PROJECTED_ATTRIBUTES") && !request.containsKey("IndexName"),
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    Object start = request.get("ExclusiveStartKey");
    return new PageRequest(
        request, projection, filter, start == null ? null : ValueReader.item(start));
  }

  String select() {
    return Members.text(request, "Select", "");
  }

  /** The index that is read. */
  Index index(Table table) {
    if (!request.containsKey("IndexName")) {
      return table.primary();
    }
    Index index = table.index(Members.text(request, "IndexName"));
    if (index.isGlobal()) {
      requireProjected(index);
    }
    return index;
  }

  private void requireProjected(Index index) {
    DynamoDbException.refuse(
        Members.flag(request, "ConsistentRead"),
        "Consistent reads are not supported on global secondary indexes");
    DynamoDbException.refuseValue(
        select().equals("ALL_ATTRIBUTES") && !index.hasAll(),
        "Select type ALL_ATTRIBUTES is not supported for global secondary index %s "
            + "because its projection type is not ALL",
        index.name());
    if (projection != null && !index.hasAll()) {
      List<String> missing =
          projection.attributes().stream().filter(one -> !index.projected().contains(one)).toList();
      DynamoDbException.refuseValue(
          !missing.isEmpty(),
          "Global secondary index %s does not project %s",
          index.name(),
          missing);
    }
  }

  /** True if items of a local index are read from the table, because they are wanted whole. */
  boolean isFetched(Index index) {
    return !index.hasAll()
        && (select().equals("ALL_ATTRIBUTES")
            || (projection != null && !index.projected().containsAll(projection.attributes())));
  }
}
