package io.tributary.sink.item;

import io.tributary.schemas.item.ItemSize;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item of DynamoDB.
 *
 * @param attributes by name; unset ones are absent
 */
public record Item(Map<String, AttributeValue> attributes) {

  public Item {
    attributes = Map.copyOf(attributes);
  }

  /** The text attribute of that name. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(attributes.get(name)).map(AttributeValue::s);
  }

  /** The number attribute of that name. */
  public Optional<BigDecimal> number(String name) {
    return Optional.ofNullable(attributes.get(name)).map(AttributeValue::n).map(BigDecimal::new);
  }

  /** Bytes as DynamoDB counts them; see {@link ItemSize}. */
  public long bytes() {
    return size(attributes).bytes();
  }

  private static ItemSize size(Map<String, AttributeValue> attributes) {
    ItemSize size = new ItemSize();
    attributes.forEach((name, value) -> size.value(name, bytes(value)));
    return size;
  }

  private static long bytes(AttributeValue value) {
    if (value.s() != null) {
      return ItemSize.utf8(value.s());
    }
    if (value.n() != null) {
      return ItemSize.number(new BigDecimal(value.n()));
    }
    if (value.hasM()) {
      return size(value.m()).mapBytes();
    }
    return value.hasL()
        ? ItemSize.list(value.l().size(), value.l().stream().mapToLong(Item::bytes).sum())
        : 1;
  }
}
