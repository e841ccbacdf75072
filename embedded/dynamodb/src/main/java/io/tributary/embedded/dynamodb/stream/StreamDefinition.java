package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.wire.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream of a table.
 *
 * @param view such as NEW_IMAGE
 * @param created epoch milliseconds
 * @param ended epoch milliseconds, once it is disabled
 * @param trimmed greatest sequence number of the records that are gone
 * @param keySchema as in the table's description
 */
public record StreamDefinition(
    int id,
    String tableArn,
    String label,
    String view,
    long created,
    @Nullable Long ended,
    long trimmed,
    List<?> keySchema,
    List<Shard> shards) {

  /** Its ARN. */
  public String arn() {
    return tableArn + "/stream/" + label;
  }

  String tableName() {
    return tableArn.substring(tableArn.indexOf('/') + 1);
  }

  @Nullable Shard shard(String shardId) {
    return shards.stream().filter(one -> one.id().equals(shardId)).findFirst().orElse(null);
  }

  Shard newest() {
    return shards.get(shards.size() - 1);
  }

  boolean enabled() {
    return ended == null;
  }

  StreamDefinition with(List<Shard> changed, @Nullable Long end) {
    return new StreamDefinition(
        id, tableArn, label, view, created, end, trimmed, keySchema, List.copyOf(changed));
  }

  StreamDefinition trimmedTo(long sequence) {
    List<Shard> rest = new ArrayList<>(shards);
    rest.removeIf(shard -> shard.last() != null && shard.last() <= sequence);
    return new StreamDefinition(
        id, tableArn, label, view, created, ended, sequence, keySchema, List.copyOf(rest));
  }

  byte[] stored() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.put("tableArn", tableArn);
    json.put("label", label);
    json.put("view", view);
    json.put("created", created);
    if (ended != null) {
      json.put("ended", ended);
    }
    json.put("trimmed", trimmed);
    json.put("keySchema", keySchema);
    json.put("shards", shards.stream().map(Shard::stored).toList());
    return Json.write(json);
  }

  static StreamDefinition read(byte[] stored) {
    try {
      Map<String, Object> json = Json.read(stored);
      List<Shard> shards = new ArrayList<>();
      for (Object shard : (List<?>) member(json, "shards")) {
        shards.add(Shard.read((Map<?, ?>) shard));
      }
      return new StreamDefinition(
          (int) number(json, "id"),
          (String) member(json, "tableArn"),
          (String) member(json, "label"),
          (String) member(json, "view"),
          number(json, "created"),
          json.containsKey("ended") ? (Long) number(json, "ended") : null,
          number(json, "trimmed"),
          (List<?>) member(json, "keySchema"),
          shards);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Object member(Map<String, Object> json, String name) {
    return Objects.requireNonNull(json.get(name), name);
  }

  private static long number(Map<String, Object> json, String name) {
    return ((BigDecimal) member(json, name)).longValueExact();
  }
}
