package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.Tables;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the table, plain as {@link PlainItem} has them, and what they are compared with. */
final class HistoryItems {

  static final String TABLE = "history";

  private final Tables tables;

  HistoryItems(Tables tables) {
    this.tables = tables;
  }

  /** The item with that key. */
  Optional<Map<String, Object>> item(String pk, String sk) {
    return whole(pk, sk).map(HistoryItems::withoutRev);
  }

  /** The same with its rev. */
  Optional<Map<String, Object>> whole(String pk, String sk) {
    return tables.get(TABLE, Map.of("PK", pk, "SK", sk)).map(PlainItem::whole);
  }

  /** The thread's item under its own key, without its keys' attributes PK and SK. */
  Optional<Map<String, Object>> thread(ThreadId thread) {
    String sk = "THREAD#" + thread.thread();
    Optional<Map<String, Object>> own = whole(thread.pk(), sk).map(HistoryItems::withoutKey);
    assertThat(whole(thread.userPk(), sk).map(HistoryItems::withoutKey))
        .as("the copy in the list of %s", thread.userPk())
        .isEqualTo(own);
    return own.map(HistoryItems::withoutRev);
  }

  /** Everything under a thread's own key but the thread itself, in order. */
  List<Map<String, Object>> messages(ThreadId thread) {
    return tables
        .client()
        .queryPaginator(
            query ->
                query
                    .tableName(tables.name(TABLE))
                    .consistentRead(true)
                    .keyConditionExpression("PK = :pk")
                    .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(thread.pk()))))
        .items()
        .stream()
        .map(PlainItem::of)
        .filter(item -> item.containsKey("SKMessage"))
        .toList();
  }

  /** A number of an item that has no fraction. */
  static long number(Map<String, Object> item, String name) {
    return ((BigDecimal) Objects.requireNonNull(item.get(name), name)).longValueExact();
  }

  /** An object as an item with its members must be. */
  static Map<String, Object> json(String object) {
    return PlainJson.object(object);
  }

  private static Map<String, Object> withoutRev(Map<String, Object> item) {
    return without(item, "rev");
  }

  private static Map<String, Object> withoutKey(Map<String, Object> item) {
    return without(without(item, "PK"), "SK");
  }

  private static Map<String, Object> without(Map<String, Object> item, String name) {
    Map<String, Object> rest = new TreeMap<>(item);
    assertThat(rest.remove(name)).as(name).isNotNull();
    return rest;
  }
}
