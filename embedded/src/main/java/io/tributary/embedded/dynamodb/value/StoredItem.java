package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.JsonForm;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An item as it is stored: its size as four bytes, then JSON as in answers. Reads copy the JSON;
 * only code that needs the attributes decodes them.
 */
public final class StoredItem implements JsonForm {
  private final byte[] stored;
  private @Nullable Map<String, AttributeValue> attributes;

  /** An item from its bytes. */
  public StoredItem(byte[] stored) {
    this.stored = stored;
  }

  /** The same; null without bytes. */
  public static @Nullable StoredItem of(byte @Nullable [] stored) {
    return stored == null ? null : new StoredItem(stored);
  }

  /** The bytes of an item. */
  public static byte[] encode(Map<String, AttributeValue> item) {
    byte[] json = Json.write(item);
    return ByteBuffer.allocate(Integer.BYTES + json.length)
        .putInt(ItemSize.of(item))
        .put(json)
        .array();
  }

  /** An item's size in bytes, as it counts against limits and capacity; 0 without an item. */
  public static int size(@Nullable StoredItem item) {
    return item == null ? 0 : ByteBuffer.wrap(item.stored).getInt();
  }

  public Map<String, AttributeValue> attributes() {
    Map<String, AttributeValue> known = attributes;
    if (known == null) {
      known =
          ValueReader.stored(Json.stored(Arrays.copyOfRange(stored, Integer.BYTES, stored.length)));
      attributes = known;
    }
    return known;
  }

  @Override
  public Object json() {
    return new RawJson(stored, Integer.BYTES);
  }
}
