package io.tributary.embedded.dynamodb.table;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
import java.util.LinkedHashMap;
import java.util.Map;

/** Tags of a table, by key. */
final class Tags {
  private static final int LIMIT = 50;

  private Tags() {}

  /** The tags in a request. */
  static Map<String, Object> read(Map<String, Object> request) {
    Map<String, Object> tags = new LinkedHashMap<>();
    for (Map<?, ?> tag : Members.objects(request, Table.TAGS)) {
      Object other = tags.put(Members.text(tag, "Key"), Members.text(tag, "Value"));
      DynamoDbException.refuse(
          other != null,
          "One or more parameter values were invalid: Duplicate tag key: %s",
          tag.get("Key"));
    }
    requireLimit(tags);
    return tags;
  }

  /** The tags of a table. */
  static Map<String, Object> of(Table table) {
    Map<String, Object> tags = new LinkedHashMap<>();
    Map<?, ?> stored = Members.object(table.record(), Table.TAGS);
    if (stored != null) {
      stored.forEach((key, value) -> tags.put((String) key, value));
    }
    return tags;
  }

  static void requireLimit(Map<String, Object> tags) {
    DynamoDbException.refuse(
        tags.size() > LIMIT,
        "One or more parameter values were invalid: Too many tags: at most 50");
  }
}
