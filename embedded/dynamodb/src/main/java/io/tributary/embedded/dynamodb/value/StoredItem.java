package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.JsonValue;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.ByteBuffer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An item as it is stored. Only what needs its attributes decodes them. */
public final class StoredItem implements JsonValue {
  private final byte[] stored;
  private @Nullable Map<String, AttributeValue> attributes;

  /** An item of {@link ItemCodec}'s form. */
  public StoredItem(byte[] stored) {
    this.stored = stored;
  }

  /** An item's size in bytes, as it counts against limits and capacity; 0 without an item. */
  public static int size(@Nullable StoredItem item) {
    return item == null ? 0 : ByteBuffer.wrap(item.stored).getInt();
  }

  /** Its attributes. */
  public Map<String, AttributeValue> attributes() {
    Map<String, AttributeValue> known = attributes;
    if (known == null) {
      known = ItemCodec.decode(stored);
      attributes = known;
    }
    return known;
  }

  @Override
  public Object json() {
    return new RawJson(stored, Integer.BYTES);
  }
}
