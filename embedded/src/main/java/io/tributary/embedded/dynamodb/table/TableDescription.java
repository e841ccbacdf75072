package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.stream.StreamDefinition;
import io.tributary.embedded.dynamodb.stream.Streams;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table as DescribeTable tells it. */
final class TableDescription {
  private static final Set<String> HIDDEN =
      Set.of(Table.SPACE, Table.STREAM, Table.TIME_TO_LIVE, Table.BACKUPS, Table.TAGS);

  private final Store store;
  private final Streams streams;

  TableDescription(Store store, Streams streams) {
    this.store = store;
    this.streams = streams;
  }

  /**
   * The description.
   *
   * @param status which other than ACTIVE the table has only in the answer of a change
   * @param creating name of an index that is shown as if it were being created
   */
  Map<String, Object> of(Table table, String status, @Nullable String creating) {
    Map<String, Object> description = new LinkedHashMap<>(table.record());
    description.keySet().removeAll(HIDDEN);
    description.put("TableStatus", status);
    count(description, table.space(), "TableSizeBytes");
    for (String kind : List.of(Table.LOCAL, Table.GLOBAL)) {
      description.computeIfPresent(
          kind,
          (any, indexes) ->
              Members.objects(table.record(), kind).stream()
                  .map(index -> index(table, index, kind, creating))
                  .toList());
    }
    StreamDefinition stream = table.stream() == null ? null : streams.find(table.stream());
    if (stream != null) {
      description.put("LatestStreamArn", stream.arn());
      description.put("LatestStreamLabel", stream.label());
    }
    return description;
  }

  private Map<String, Object> index(
      Table table, Map<?, ?> definition, String kind, @Nullable String creating) {
    String name = Members.text(definition, "IndexName");
    boolean isNew = name.equals(creating);
    Map<String, Object> index =
        Members.of(
            "IndexArn", table.arn() + "/index/" + name,
            "IndexStatus", isNew ? "CREATING" : "ACTIVE",
            "Backfilling", isNew ? false : null);
    if (kind.equals(Table.LOCAL)) {
      index.remove("IndexStatus");
    }
    index.putAll(Members.copy(definition));
    index.remove(Table.SPACE);
    count(index, Members.number(definition, Table.SPACE, 0), "IndexSizeBytes");
    return index;
  }

  private void count(Map<String, Object> description, int space, String bytes) {
    description.put("ItemCount", store.number(Entries.itemCount(space)));
    description.put(bytes, store.number(Entries.byteCount(space)));
  }
}
