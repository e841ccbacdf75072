package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.ByteBuffer;
import java.util.Map;

/**
 * A record of a stream as it is stored: its time, its size, and JSON as in answers of GetRecords.
 */
final class StreamRecord {
  private static final int JSON = Long.BYTES + Integer.BYTES;
  private static final Map<String, String> TIME_TO_LIVE =
      Map.of("PrincipalId", "dynamodb.amazonaws.com", "Type", "Service");

  private StreamRecord() {}

  static byte[] stored(StreamDefinition stream, long sequence, ItemChange change, long now) {
    Map<String, AttributeValue> before = change.before();
    Map<String, AttributeValue> after = change.after();
    Map<String, AttributeValue> young = stream.view().startsWith("NEW_") ? after : null;
    Map<String, AttributeValue> old = stream.view().contains("OLD_IMAGE") ? before : null;
    String event = before == null ? "INSERT" : "MODIFY";
    int size = ItemSize.of(change.keys()) + ItemSize.of(young) + ItemSize.of(old);
    Map<String, Object> image =
        Members.of(
            "ApproximateCreationDateTime",
            now / 1000.0,
            "Keys",
            change.keys(),
            "NewImage",
            young,
            "OldImage",
            old,
            "SequenceNumber",
            Shard.text(sequence),
            "SizeBytes",
            size,
            "StreamViewType",
            stream.view());
    byte[] json =
        Json.write(
            Members.of(
                "eventID",
                "%016x%016x".formatted(stream.id(), sequence),
                "eventName",
                after == null ? "REMOVE" : event,
                "eventVersion",
                "1.1",
                "eventSource",
                "aws:dynamodb",
                "awsRegion",
                "us-east-1",
                "dynamodb",
                image,
                "userIdentity",
                change.expired() ? TIME_TO_LIVE : null));
    return ByteBuffer.allocate(JSON + json.length).putLong(now).putInt(size).put(json).array();
  }

  static long milliseconds(byte[] stored) {
    return ByteBuffer.wrap(stored).getLong();
  }

  /** Bytes of keys and images. */
  static int size(byte[] stored) {
    return ByteBuffer.wrap(stored).getInt(Long.BYTES);
  }

  static RawJson json(byte[] stored) {
    return new RawJson(stored, JSON);
  }
}
