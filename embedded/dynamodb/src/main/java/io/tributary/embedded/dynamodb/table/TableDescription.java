package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.stream.StreamDefinition;
import io.tributary.embedded.dynamodb.stream.Streams;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /** The description, with a status that the table has only in the answer of a change. */
  Map<String, Object> of(Table table, String status) {
    Map<String, Object> description = new LinkedHashMap<>(table.record());
    description.keySet().removeAll(HIDDEN);
    description.put("TableStatus", status);
    count(description, table.space(), "TableSizeBytes");
    for (String kind : List.of(Table.LOCAL, Table.GLOBAL)) {
      if (table.record().containsKey(kind)) {
        List<Map<String, Object>> indexes = new ArrayList<>();
        for (Map<?, ?> index : Members.objects(table.record(), kind)) {
          indexes.add(index(table, index, kind.equals(Table.GLOBAL)));
        }
        description.put(kind, indexes);
      }
    }
    StreamDefinition stream = table.stream() == null ? null : streams.find(table.stream());
    if (stream != null) {
      description.put("LatestStreamArn", stream.arn());
      description.put("LatestStreamLabel", stream.label());
    }
    return description;
  }

  private Map<String, Object> index(Table table, Map<?, ?> definition, boolean isGlobal) {
    Map<String, Object> index = new LinkedHashMap<>();
    definition.forEach((name, value) -> index.put((String) name, value));
    index.remove(Table.SPACE);
    index.put("IndexArn", table.arn() + "/index/" + index.get("IndexName"));
    count(index, Members.number(definition, Table.SPACE, 0), "IndexSizeBytes");
    if (isGlobal) {
      index.put("IndexStatus", "ACTIVE");
    }
    return index;
  }

  private void count(Map<String, Object> description, int space, String bytes) {
    description.put("ItemCount", store.number(Counters.items(space)));
    description.put(bytes, store.number(Counters.bytes(space)));
  }
}
