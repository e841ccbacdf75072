package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.Projection;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.store.Scan;
import io.tributary.embedded.dynamodb.store.View;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.StoredItem;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A page of Query or Scan: up to a number of items or 1 MB, then filtered and projected. */
final class Page {
  private static final int BYTES = 1 << 20;

  private final PageRequest request;
  private final Table table;
  private final Index index;
  private final double factor;
  private final Capacity capacity = new Capacity();
  private final List<Object> items = new ArrayList<>();
  private int count;
  private int scanned;
  private long bytes;
  private @Nullable Map<String, AttributeValue> last;

  Page(PageRequest request, Table table, Index index) {
    this.request = request;
    this.table = table;
    this.index = index;
    this.factor = Capacity.readFactor(request.request());
  }

  /** Reads a range and answers. */
  Map<String, ?> read(View view, Range range, boolean forward) {
    int limit = Members.number(request.request(), "Limit", Integer.MAX_VALUE);
    try (Scan scan = view.scan(range, forward)) {
      while (last == null && scan.next()) {
        StoredItem item = item(view, scan);
        take(item);
        if (scanned == limit || bytes >= BYTES) {
          last = index.position(item.attributes());
        }
      }
    }
    Map<String, Object> answer =
        Members.of(
            "Items", request.select().equals("COUNT") ? null : items,
            "Count", count,
            "ScannedCount", scanned,
            "LastEvaluatedKey", last);
    capacity.addRead(table, index, bytes, factor);
    return capacity.report(request.request(), answer);
  }

  private StoredItem item(View view, Scan scan) {
    byte[] stored = index.isPrimary() ? scan.value() : view.get(new Key(scan.value()));
    return new StoredItem(Objects.requireNonNull(stored));
  }

  private void take(StoredItem item) {
    scanned++;
    bytes += index.hasAll() ? StoredItem.size(item) : index.size(item.attributes());
    if (request.isFetched(index)) {
      capacity.addRead(table, table.primary(), StoredItem.size(item), factor);
    }
    Condition filter = request.filter();
    if (filter == null || filter.test(visible(item))) {
      count++;
      if (!request.select().equals("COUNT")) {
        items.add(part(item));
      }
    }
  }

  /** Attributes of an item in the index or table. */
  private Map<String, AttributeValue> visible(StoredItem item) {
    return request.isFetched(index) ? item.attributes() : index.of(item.attributes());
  }

  private Object part(StoredItem item) {
    Projection projection = request.projection();
    if (projection != null) {
      return projection.apply(visible(item));
    }
    return index.hasAll() ? item : visible(item);
  }
}
