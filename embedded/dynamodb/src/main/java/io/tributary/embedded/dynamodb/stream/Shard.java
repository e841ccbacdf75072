package io.tributary.embedded.dynamodb.stream;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A shard of a stream.
 *
 * @param created epoch milliseconds
 * @param first its first sequence number
 * @param last its last one, once it is closed
 */
record Shard(String id, @Nullable String parent, long created, long first, @Nullable Long last) {

  static Shard open(int stream, long created, long first, @Nullable String parent) {
    String id = "shardId-%020d-%08x".formatted(first, stream);
    return new Shard(id, parent, created, first, null);
  }

  Shard closed(long at) {
    return new Shard(id, parent, created, first, at);
  }

  /** As DescribeStream has it. */
  Map<String, Object> described() {
    Map<String, Object> range = new LinkedHashMap<>();
    range.put("StartingSequenceNumber", SequenceNumber.text(first));
    if (last != null) {
      range.put("EndingSequenceNumber", SequenceNumber.text(last));
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ShardId", id);
    json.put("SequenceNumberRange", range);
    if (parent != null) {
      json.put("ParentShardId", parent);
    }
    return json;
  }

  Map<String, Object> stored() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", id);
    json.put("created", created);
    json.put("first", first);
    if (parent != null) {
      json.put("parent", parent);
    }
    if (last != null) {
      json.put("last", last);
    }
    return json;
  }

  static Shard read(Map<?, ?> json) {
    Object last = json.get("last");
    return new Shard(
        (String) Objects.requireNonNull(json.get("id")),
        (String) json.get("parent"),
        number(json.get("created")),
        number(json.get("first")),
        last == null ? null : number(last));
  }

  private static long number(@Nullable Object json) {
    return ((BigDecimal) Objects.requireNonNull(json)).longValueExact();
  }
}
