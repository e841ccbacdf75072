package io.tributary.schemas.key;

/**
 * Key of a position in a table's stream: {@code {stream ARN}#{shard id}}.
 *
 * @param streamArn without {@code #}; changes when the table is made anew
 */
public record ShardKey(String streamArn, String shardId) {

  /** Codec of {@code {stream_arn}#{shard_id}}. */
  public static final KeyCodec<ShardKey> CODEC =
      KeyCodec.of(
          ShardKey.class,
          "{stream ARN}#{shard id}",
          key -> key.streamArn() + ShardKey.SEPARATOR + key.shardId(),
          ShardKey::decode,
          ShardKey::streamArn);

  private static final char SEPARATOR = '#';

  public ShardKey {
    if (streamArn.isEmpty() || streamArn.indexOf(SEPARATOR) >= 0 || shardId.isEmpty()) {
      throw new KeyFormatException("a shard's key must be stream_arn#shard_id");
    }
  }

  private static ShardKey decode(String text) {
    int separator = text.indexOf(SEPARATOR);
    if (separator < 0) {
      throw new KeyFormatException("a shard's key must be stream_arn#shard_id");
    }
    return new ShardKey(text.substring(0, separator), text.substring(separator + 1));
  }
}
