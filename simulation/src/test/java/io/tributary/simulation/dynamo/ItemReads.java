package io.tributary.simulation.dynamo;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads of items, of tables but not of indexes, always consistent. */
final class ItemReads {

  private static final int PAGE_BYTES = 1024 * 1024;

  private final SimulatedDynamo database;

  ItemReads(SimulatedDynamo database) {
    this.database = database;
  }

  GetItemResponse get(GetItemRequest request) {
    refuse(request.projectionExpression());
    SimulatedTable table = database.table(request.tableName());
    Map<String, AttributeValue> item =
        table.items().get(table.shape().exactly(ItemForm.of(request.key())));
    GetItemResponse.Builder answer = GetItemResponse.builder();
    return item == null ? answer.build() : answer.item(item).build();
  }

  QueryResponse query(QueryRequest request) {
    refuse(request.indexName(), request.filterExpression(), request.projectionExpression());
    SimulatedTable table = database.table(request.tableName());
    ParsedCondition parsed = ParsedCondition.of(request.keyConditionExpression());
    Bindings bindings =
        parsed.bind(request.expressionAttributeNames(), request.expressionAttributeValues());
    boolean forward = !Boolean.FALSE.equals(request.scanIndexForward());
    Page page =
        page(
            table,
            forward ? table.items() : table.items().descendingMap(),
            item -> parsed.condition().holds(item, bindings),
            request.exclusiveStartKey(),
            request.limit());
    return QueryResponse.builder()
        .items(page.items())
        .count(page.items().size())
        .lastEvaluatedKey(page.last())
        .build();
  }

  ScanResponse scan(ScanRequest request) {
    refuse(
        request.indexName(),
        request.filterExpression(),
        request.projectionExpression(),
        request.totalSegments());
    SimulatedTable table = database.table(request.tableName());
    Page page =
        page(table, table.items(), item -> true, request.exclusiveStartKey(), request.limit());
    return ScanResponse.builder()
        .items(page.items())
        .count(page.items().size())
        .lastEvaluatedKey(page.last())
        .build();
  }

  /**
   * What one answer holds.
   *
   * @param last key of its last item; null if nothing follows
   */
  private record Page(
      List<Map<String, AttributeValue>> items, @Nullable Map<String, AttributeValue> last) {}

  private static Page page(
      SimulatedTable table,
      NavigableMap<ItemKey, Map<String, AttributeValue>> inOrder,
      Predicate<Map<String, AttributeValue>> wanted,
      Map<String, AttributeValue> behind,
      @Nullable Integer limit) {
    Iterator<Map<String, AttributeValue>> rest =
        (behind.isEmpty() ? inOrder : inOrder.tailMap(table.shape().exactly(behind), false))
            .values().stream().filter(wanted).iterator();
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    int most = limit == null ? Integer.MAX_VALUE : limit;
    int bytes = 0;
    while (rest.hasNext() && items.size() < most && bytes < PAGE_BYTES) {
      Map<String, AttributeValue> item = rest.next();
      bytes += ItemForm.bytes(item);
      items.add(item);
    }
    boolean full = items.size() == most || bytes >= PAGE_BYTES;
    return new Page(items, full ? table.shape().keyAttributes(items.get(items.size() - 1)) : null);
  }

  private static void refuse(@Nullable Object... parameters) {
    for (Object parameter : parameters) {
      if (parameter != null) {
        throw new UnsupportedOperationException("the simulation does not read by " + parameter);
      }
    }
  }
}
