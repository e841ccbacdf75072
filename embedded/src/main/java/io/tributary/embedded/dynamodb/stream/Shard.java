package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Members;
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
    return new Shard("shardId-%020d-%08x".formatted(first, stream), parent, created, first, null);
  }

  Shard closed(long at) {
    return new Shard(id, parent, created, first, at);
  }

  /** A sequence number of 21 digits. */
  static String text(long number) {
    return "1%020d".formatted(number);
  }

  static long sequenceNumber(String text) {
    try {
      return Long.parseLong(text.substring(1));
    } catch (NumberFormatException e) {
      throw DynamoDbException.validation("Invalid SequenceNumber: %s", text);
    }
  }

  /** As DescribeStream has it. */
  Map<String, Object> described() {
    String end = last == null ? null : text(last);
    Map<String, Object> range =
        Members.of("StartingSequenceNumber", text(first), "EndingSequenceNumber", end);
    return Members.of("ShardId", id, "SequenceNumberRange", range, "ParentShardId", parent);
  }

  Map<String, Object> stored() {
    return Members.of("id", id, "created", created, "first", first, "parent", parent, "last", last);
  }

  static Shard read(Map<?, ?> json) {
    return new Shard(
        Members.text(json, "id"),
        (String) json.get("parent"),
        Objects.requireNonNull(Members.whole(json, "created")),
        Objects.requireNonNull(Members.whole(json, "first")),
        Members.whole(json, "last"));
  }
}
