package io.tributary.operations.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.sink.replay.ReplayBounds;
import io.tributary.sink.replay.ReplayRequest;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Specification of a replay, fixed for all its runs.
 *
 * @param tables without prefix
 * @param tablePrefix of the written tables
 * @param keyPrefix of record keys; empty for all
 * @param live true if the sinks write to these tables too
 */
public record ReplaySpec(
    SortedSet<String> tables, String tablePrefix, String keyPrefix, boolean live) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLES = "tables";
  private static final String TABLE_PREFIX = "table_prefix";
  private static final String KEY_PREFIX = "key_prefix";
  private static final String LIVE = "live";

  static ReplaySpec of(JsonNode json) {
    SortedSet<String> tables = new TreeSet<>();
    json.path(TABLES).forEach(table -> tables.add(table.asText()));
    return new ReplaySpec(
        tables,
        json.path(TABLE_PREFIX).asText(),
        json.path(KEY_PREFIX).asText(),
        json.path(LIVE).asBoolean());
  }

  ObjectNode json() {
    ObjectNode json = JSON.createObjectNode();
    tables.forEach(json.putArray(TABLES)::add);
    json.put(TABLE_PREFIX, tablePrefix);
    json.put(KEY_PREFIX, keyPrefix);
    json.put(LIVE, live);
    return json;
  }

  /** Request to the sink's machinery. */
  public ReplayRequest order(String name, ReplayBounds bounds, OptionalDouble writeUnits) {
    return new ReplayRequest(name, tables, tablePrefix, keyPrefix, bounds, writeUnits);
  }

  public String words() {
    return String.join(", ", tables)
        + (tablePrefix.isEmpty() ? "" : " into tables " + tablePrefix + '*')
        + (keyPrefix.isEmpty() ? "" : ", keys " + keyPrefix + '*');
  }

  static JsonNode parsed(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JSON.missingNode();
    }
  }
}
