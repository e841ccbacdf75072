package io.tributary.sink.item;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Puts an item, or a map within one, together. What is null stays absent. */
public final class ItemBuilder {

  private final Map<String, AttributeValue> attributes = new HashMap<>();

  /** A String attribute. */
  public ItemBuilder text(String name, @Nullable String value) {
    if (value != null) {
      attributes.put(name, AttributeValue.fromS(value));
    }
    return this;
  }

  /** A Number attribute. */
  public ItemBuilder number(String name, @Nullable Long value) {
    if (value != null) {
      attributes.put(name, AttributeValue.fromN(value.toString()));
    }
    return this;
  }

  /** A Number attribute; {@link UnstorableException} when DynamoDB has no such number. */
  public ItemBuilder decimal(String name, @Nullable BigDecimal value) {
    if (value != null) {
      attributes.put(name, AttributeValue.fromN(DecimalText.of(name, value)));
    }
    return this;
  }

  /** A Map attribute, present even if it is empty. */
  public ItemBuilder map(String name, ItemBuilder members) {
    attributes.put(name, AttributeValue.fromM(Map.copyOf(members.attributes)));
    return this;
  }

  /** The item so far. */
  public Item build() {
    return new Item(attributes);
  }
}
