package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.Json;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/** Items as stored: their size as four bytes, then JSON as in answers, so that reads copy it. */
public final class ItemCodec {
  private ItemCodec() {}

  /** To bytes. */
  public static byte[] encode(Map<String, AttributeValue> item) {
    byte[] json = Json.write(item);
    return ByteBuffer.allocate(Integer.BYTES + json.length)
        .putInt(ItemSize.of(item))
        .put(json)
        .array();
  }

  /** From bytes. */
  public static Map<String, AttributeValue> decode(byte[] stored) {
    return ValueReader.stored(
        Json.stored(Arrays.copyOfRange(stored, Integer.BYTES, stored.length)));
  }
}
