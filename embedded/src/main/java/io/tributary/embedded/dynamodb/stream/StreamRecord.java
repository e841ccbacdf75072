package io.tributary.embedded.dynamodb.stream;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ItemSize;
import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.Members;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A record of a stream without its number. It is stored as its time, its size, and JSON as in
 * answers of GetRecords.
 *
 * @param size bytes of keys and images
 */
record StreamRecord(ItemChange change, Map<String, Object> images, int size) {
  private static final HexFormat HEX = HexFormat.of();
  private static final int JSON = Long.BYTES + Integer.BYTES;
  private static final Map<String, String> SAME =
      Map.of("eventVersion", "1.1", "eventSource", "aws:dynamodb", "awsRegion", "us-east-1");
  private static final Map<String, String> TIME_TO_LIVE =
      Map.of("PrincipalId", "dynamodb.amazonaws.com", "Type", "Service");

  static StreamRecord of(ItemChange change, String view) {
    Map<String, AttributeValue> keys = change.keys();
    Map<String, AttributeValue> after = view.startsWith("NEW_") ? change.after() : null;
    Map<String, AttributeValue> before = view.contains("OLD_IMAGE") ? change.before() : null;
    int size = ItemSize.of(keys) + ItemSize.of(after) + ItemSize.of(before);
    return new StreamRecord(
        change,
        Members.of(
            "Keys", raw(keys),
            "NewImage", raw(after),
            "OldImage", raw(before),
            "SizeBytes", size,
            "StreamViewType", view),
        size);
  }

  private static @Nullable RawJson raw(@Nullable Map<String, AttributeValue> item) {
    return item == null ? null : new RawJson(Json.write(item), 0);
  }

  byte[] stored(long sequence, long now) {
    Map<String, Object> image = new LinkedHashMap<>(images);
    image.put("ApproximateCreationDateTime", now / 1000.0);
    image.put("SequenceNumber", Shard.text(sequence));
    Map<String, Object> record = new LinkedHashMap<>(SAME);
    record.put("eventID", HEX.toHexDigits((long) change.stream()) + HEX.toHexDigits(sequence));
    record.put("eventName", event());
    record.put("dynamodb", image);
    if (change.expired()) {
      record.put("userIdentity", TIME_TO_LIVE);
    }
    byte[] json = Json.write(record);
    return ByteBuffer.allocate(JSON + json.length).putLong(now).putInt(size).put(json).array();
  }

  private String event() {
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
