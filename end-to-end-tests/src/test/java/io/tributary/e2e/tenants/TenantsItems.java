package io.tributary.e2e.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.store.PlainItem;
import io.tributary.harness.store.PlainJson;
import io.tributary.harness.store.Tables;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Items of both tables, plain as {@link PlainItem} has them. */
final class TenantsItems {

  static final String TENANTS = "tenants";
  static final String CONVERSATIONS = "conversations";

  private final Tables tables;

  TenantsItems(Tables tables) {
    this.tables = tables;
  }

  /** An item of a tenant, without its rev. */
  Optional<Map<String, Object>> tenant(String tenant, String sk) {
    return whole(TENANTS, "TENANT#" + tenant, sk).map(TenantsItems::withoutRev);
  }

  /** A conversation, without its rev. */
  Optional<Map<String, Object>> conversation(String tenant, String id) {
    return whole(CONVERSATIONS, tenant, id).map(TenantsItems::withoutRev);
  }

  /** Any item with all its attributes. */
  Optional<Map<String, Object>> whole(String table, String pk, String sk) {
    return tables.get(table, Map.of("pk", pk, "sk", sk)).map(PlainItem::whole);
  }

  /** What was said, such as {@code user: hello}; empty without an item. */
  List<String> entries(String tenant, String id) {
    return conversation(tenant, id).map(TenantsItems::entries).orElseGet(List::of);
  }

  static List<String> entries(Map<String, Object> item) {
    List<String> entries = new ArrayList<>();
    for (JsonNode entry : PlainJson.tree(text(item, "messages"))) {
      entries.add(entry.path("role").asText() + ": " + entry.path("content").asText());
    }
    return entries;
  }

  static String text(Map<String, Object> item, String name) {
    return (String) Objects.requireNonNull(item.get(name), name);
  }

  static long number(Map<String, Object> item, String name) {
    return ((BigDecimal) Objects.requireNonNull(item.get(name), name)).longValueExact();
  }

  private static Map<String, Object> withoutRev(Map<String, Object> item) {
    Map<String, Object> rest = new TreeMap<>(item);
    rest.remove("rev");
    return rest;
  }
}
