package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.Members;
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

  /** As ListStreams has it. */
  Map<String, Object> listed() {
    return Map.of("StreamArn", arn(), "TableName", tableName(), "StreamLabel", label);
  }

  StreamDefinition with(List<Shard> changed, @Nullable Long end, long gone) {
    return new StreamDefinition(
        id, tableArn, label, view, created, end, gone, keySchema, List.copyOf(changed));
  }

  byte[] stored() {
    return Json.write(
        Members.of(
            "id", id,
            "tableArn", tableArn,
            "label", label,
            "view", view,
            "created", created,
            "ended", ended,
            "trimmed", trimmed,
            "keySchema", keySchema,
            "shards", shards.stream().map(Shard::stored).toList()));
  }

  static StreamDefinition read(byte[] stored) {
    Map<String, Object> json = Json.stored(stored);
    return new StreamDefinition(
        Members.number(json, "id", 0),
        Members.text(json, "tableArn"),
        Members.text(json, "label"),
        Members.text(json, "view"),
        Objects.requireNonNull(Members.whole(json, "created")),
        Members.whole(json, "ended"),
        Objects.requireNonNull(Members.whole(json, "trimmed")),
        Members.objects(json, "keySchema"),
        Members.objects(json, "shards").stream().map(Shard::read).toList());
  }
}
