package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A record of a stream as it is stored: its time, its size, and JSON as in answers of GetRecords.
 */
final class StreamRecord {
  private static final int JSON = Long.BYTES + Integer.BYTES;
  private static final Map<String, String> SAME =
      Map.of("eventVersion", "1.1", "eventSource", "aws:dynamodb", "awsRegion", "us-east-1");
  private static final Map<String, String> TIME_TO_LIVE =
      Map.of("PrincipalId", "dynamodb.amazonaws.com", "Type", "Service");

  private StreamRecord() {}

  static byte[] stored(StreamDefinition stream, long sequence, ItemChange change, long now) {
    Map<String, AttributeValue> keys = change.keys();
    Map<String, AttributeValue> after = stream.view().startsWith("NEW_") ? change.after() : null;
    Map<String, AttributeValue> before =
        stream.view().contains("OLD_IMAGE") ? change.before() : null;
    int size = ItemSize.of(keys) + ItemSize.of(after) + ItemSize.of(before);
    Map<String, Object> image =
        Members.of(
            "Keys", keys,
            "NewImage", after,
            "OldImage", before,
            "SizeBytes", size,
            "ApproximateCreationDateTime", now / 1000.0,
            "SequenceNumber", Shard.text(sequence),
            "StreamViewType", stream.view());
    Map<String, Object> record = new LinkedHashMap<>(SAME);
    record.put("eventID", "%016x%016x".formatted(stream.id(), sequence));
    record.put("eventName", event(change));
    record.put("dynamodb", image);
    if (change.expired()) {
      record.put("userIdentity", TIME_TO_LIVE);
    }
    byte[] json = Json.write(record);
    return ByteBuffer.allocate(JSON + json.length).putLong(now).putInt(size).put(json).array();
  }

  private static String event(ItemChange change) {
    if (change.after() == null) {
      return "REMOVE";
    }
    return change.before() == null ? "INSERT" : "MODIFY";
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
