package io.tributary.embedded.dynamodb.query;

import io.tributary.embedded.dynamodb.expression.ConditionParser.Filter;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.item.Capacity;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Scan;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemCodec;
import io.tributary.embedded.dynamodb.value.ItemSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A page of Query or Scan: up to a number of items or 1 MB, then filtered and projected. */
final class Page {
  private static final int BYTES = 1 << 20;

  private final PageRequest request;
  private final Table table;
  private final @Nullable Index index;
  private final Capacity capacity = new Capacity();
  private final List<Map<String, AttributeValue>> items = new ArrayList<>();
  private int count;
  private int scanned;
  private long bytes;
  private @Nullable Map<String, AttributeValue> last;

  Page(PageRequest request, Table table, @Nullable Index index) {
    this.request = request;
    this.table = table;
    this.index = index;
  }

  /** Reads a range and answers. */
  Map<String, ?> read(View view, Range range, boolean forward) {
    int limit = request.limit();
    try (Scan scan = view.scan(range, forward)) {
      while (last == null && scan.next()) {
        Map<String, AttributeValue> item = item(view, scan);
        take(item);
        if (scanned == limit || bytes >= BYTES) {
          last = PageRequest.startAfter(table, index, item);
        }
      }
    }
    return answer();
  }

  private Map<String, AttributeValue> item(View view, Scan scan) {
    return ItemCodec.decode(
        index == null
            ? scan.value()
            : Objects.requireNonNull(view.get(new Key(scan.value())), "an item of an index"));
  }

  private void take(Map<String, AttributeValue> item) {
    scanned++;
    bytes += PageRequest.size(index, item);
    if (request.isFetched(index)) {
      capacity.addRead(table, null, ItemSize.of(item), factor());
    }
    Map<String, AttributeValue> visible = request.visible(index, item);
    Filter filter = request.filter();
    if (filter != null && !filter.condition().test(visible)) {
      return;
    }
    count++;
    if (!request.select().equals("COUNT")) {
      Projection projection = request.projection();
      items.add(projection == null ? visible : projection.of(visible));
    }
  }

  private double factor() {
    return request.isConsistent() ? 1 : 0.5;
  }

  private Map<String, ?> answer() {
    Map<String, Object> answer = new LinkedHashMap<>();
    if (!request.select().equals("COUNT")) {
      answer.put("Items", items);
    }
    answer.put("Count", count);
    answer.put("ScannedCount", scanned);
    if (last != null) {
      answer.put("LastEvaluatedKey", last);
    }
    capacity.addRead(table, index, bytes, factor());
    capacity.report(request.request(), answer, false, "");
    return answer;
  }
}
