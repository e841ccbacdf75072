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

  /** The item with values of {@link io.tributary.schemas.item.Attributes}. */
  public static Item of(Map<String, ?> values) {
    return new Item(AttributeValues.of(values));
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
    return ItemSize.of(AttributeValues.plain(attributes));
  }
}
