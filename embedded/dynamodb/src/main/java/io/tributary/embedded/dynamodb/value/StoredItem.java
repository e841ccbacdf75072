package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.JsonValue;
import io.tributary.embedded.dynamodb.wire.RawJson;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An item as it is stored. Only what needs its attributes decodes them. */
public final class StoredItem implements JsonValue {
  private final byte[] stored;
  private @Nullable Map<String, AttributeValue> attributes;

  /** An item of {@link ItemCodec}'s form. */
  public StoredItem(byte[] stored) {
    this.stored = stored;
  }

  /** Its size in bytes, as it counts against limits and capacity. */
  public int size() {
    return ByteBuffer.wrap(stored).getInt();
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

  /** The item, or the parts of it that a projection names. */
  public Object part(@Nullable UnaryOperator<Map<String, AttributeValue>> projection) {
    return projection == null ? this : projection.apply(attributes());
  }

  @Override
  public Object json() {
    return new RawJson(stored, Integer.BYTES);
  }
}
