package io.tributary.e2e.inbox;

import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.Tables;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the table, plain as {@link PlainItem} has them. */
final class InboxItems {

  static final String TABLE = "inbox";

  private final Tables tables;

  InboxItems(Tables tables) {
    this.tables = tables;
  }

  /** The item with that key, without its rev. */
  Optional<Map<String, Object>> item(String pk, String sk) {
    return whole(pk, sk)
        .map(
            item -> {
              Map<String, Object> rest = new TreeMap<>(item);
              rest.remove("rev");
              return rest;
            });
  }

  /** The same with its rev. */
  Optional<Map<String, Object>> whole(String pk, String sk) {
    return tables.get(TABLE, Map.of("pk", pk, "sk", sk)).map(PlainItem::whole);
  }

  /** A user's message or receipt, or a public message, without its rev. */
  Optional<Map<String, Object>> message(Inbox inbox, String uid, String id) {
    return item(inbox.pk(uid), "m#" + id);
  }

  /** Everything with that partition key, in order, without revs. */
  List<Map<String, Object>> all(String pk) {
    return tables
        .client()
        .queryPaginator(
            query ->
                query
                    .tableName(tables.name(TABLE))
                    .consistentRead(true)
                    .keyConditionExpression("pk = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk))))
        .items()
        .stream()
        .map(PlainItem::of)
        .toList();
  }

  /** Ids of a user's messages and receipts, or of the public messages, in order. */
  List<String> ids(Inbox inbox, String uid) {
    return all(inbox.pk(uid)).stream()
        .map(item -> text(item, "sk"))
        .filter(sk -> sk.startsWith("m#"))
        .map(sk -> sk.substring(2))
        .toList();
  }

  /**
   * The counters of a user or of the public inbox, such as {@code {*=2/1, billing=1/0}}: published
   * and read by category; {@code {*=1}} without a read.
   */
  Map<String, String> counters(Inbox inbox, String uid) {
    return all(inbox.pk(uid)).stream()
        .filter(item -> "US".equals(item.get("kind")))
        .collect(
            Collectors.toMap(
                item -> text(item, "sk").substring(2),
                InboxItems::counts,
                (a, b) -> a,
                TreeMap::new));
  }

  /** A number of an item that has no fraction. */
  static long number(Map<String, Object> item, String name) {
    return ((BigDecimal) Objects.requireNonNull(item.get(name), name)).longValueExact();
  }

  /** A text of an item. */
  static String text(Map<String, Object> item, String name) {
    return (String) Objects.requireNonNull(item.get(name), name);
  }

  private static String counts(Map<String, Object> item) {
    long published = number(item, "published");
    return item.containsKey("read") ? published + "/" + number(item, "read") : "" + published;
  }
}
