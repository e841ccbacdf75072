package io.tributary.sink.item;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An item as DynamoDB holds it.
 *
 * @param attributes by name; what is unset is absent
 */
public record Item(Map<String, AttributeValue> attributes) {

  /** Copies the attributes. */
  public Item {
    attributes = Map.copyOf(attributes);
  }

  /** The text attribute of that name, if there is one. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(attributes.get(name)).map(AttributeValue::s);
  }

  /** The number attribute of that name, if there is one. */
  public Optional<BigDecimal> number(String name) {
    return Optional.ofNullable(attributes.get(name)).map(AttributeValue::n).map(BigDecimal::new);
  }
}
