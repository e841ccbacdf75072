package io.tributary.sink.item;

import io.tributary.schemas.item.DynamoNumber;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Builder of an item, or of a map within one. Null stays absent. */
public final class ItemBuilder {

  private static final DateTimeFormatter SECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MILLISECOND =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);
  private static final long FIRST_TIME = Instant.parse("0000-01-01T00:00:00Z").toEpochMilli();
  private static final long LAST_TIME = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private final Map<String, AttributeValue> attributes = new HashMap<>();

  public ItemBuilder text(String name, @Nullable String value) {
    if (value != null) {
      attributes.put(name, AttributeValue.fromS(value));
    }
    return this;
  }

  /** A String attribute, or NULL. */
  public ItemBuilder textOrNull(String name, @Nullable String value) {
    attributes.put(
        name, value == null ? AttributeValue.fromNul(true) : AttributeValue.fromS(value));
    return this;
  }

  /**
   * A String attribute that is the key of an index; {@link UnstorableException} for an empty one,
   * which DynamoDB refuses. Without it the item is in no index.
   */
  public ItemBuilder indexKey(String name, @Nullable String value) {
    if (value != null && value.isEmpty()) {
      throw new UnstorableException(name + " is the key of an index and empty");
    }
    return text(name, value);
  }

  /** A List attribute of Strings, present even if it is empty. */
  public ItemBuilder texts(String name, @Nullable List<String> values) {
    return values == null ? this : list(name, values.stream().map(AttributeValue::fromS).toList());
  }

  /** A List attribute of Maps, present even if it is empty. */
  public ItemBuilder maps(String name, List<ItemBuilder> elements) {
    return list(name, elements.stream().map(ItemBuilder::toMap).toList());
  }

  public ItemBuilder flag(String name, @Nullable Boolean value) {
    if (value != null) {
      attributes.put(name, AttributeValue.fromBool(value));
    }
    return this;
  }

  /**
   * A String attribute of a time's second as {@code YYYY-MM-DDTHH:MM:SSZ}, which sorts; {@link
   * UnstorableException} for a year without four digits.
   */
  public ItemBuilder second(String name, @Nullable Long epochMillis) {
    return epochMillis == null ? this : text(name, timeOf(name, epochMillis, SECOND) + 'Z');
  }

  /** As {@link #second}, without a zone: {@code YYYY-MM-DDTHH:MM:SS}, which is in UTC. */
  public ItemBuilder zonelessSecond(String name, long epochMillis) {
    return text(name, timeOf(name, epochMillis, SECOND));
  }

  /** As {@link #second}, with its milliseconds: {@code YYYY-MM-DDTHH:MM:SS.mmmZ}. */
  public ItemBuilder millisecond(String name, long epochMillis) {
    return text(name, timeOf(name, epochMillis, MILLISECOND));
  }

  public ItemBuilder number(String name, @Nullable Long value) {
    if (value != null) {
      attributes.put(name, AttributeValue.fromN(value.toString()));
    }
    return this;
  }

  /** A Number attribute of decimal text; {@link UnstorableException} where it is none. */
  public ItemBuilder decimal(String name, @Nullable String value) {
    if (value != null) {
      attributes.put(name, JsonAttribute.number(name, DynamoNumber.textOf(value)));
    }
    return this;
  }

  /** A Map attribute, present even if it is empty. */
  public ItemBuilder map(String name, ItemBuilder members) {
    attributes.put(name, members.toMap());
    return this;
  }

  /**
   * A Map or List attribute of a JSON text, at any depth; {@link UnstorableException} for another
   * text, or for values that DynamoDB cannot hold.
   */
  public ItemBuilder json(String name, @Nullable String json) {
    if (json != null) {
      AttributeValue value = JsonAttribute.of(name, json);
      if (!value.hasM() && !value.hasL()) {
        throw new UnstorableException(name + " is no JSON object or array");
      }
      attributes.put(name, value);
    }
    return this;
  }

  /**
   * The attribute of a JSON text, by the JSON value's type; {@link UnstorableException} for another
   * text, or for values that DynamoDB cannot hold.
   */
  public ItemBuilder anyJson(String name, String json) {
    attributes.put(name, JsonAttribute.of(name, json));
    return this;
  }

  public Item build() {
    return new Item(attributes);
  }

  private ItemBuilder list(String name, List<AttributeValue> elements) {
    attributes.put(name, AttributeValue.fromL(elements));
    return this;
  }

  private AttributeValue toMap() {
    return AttributeValue.fromM(Map.copyOf(attributes));
  }

  private static String timeOf(String name, long epochMillis, DateTimeFormatter format) {
    if (epochMillis < FIRST_TIME || epochMillis > LAST_TIME) {
      throw new UnstorableException(name + " is not within the years 0000 to 9999");
    }
    return format.format(Instant.ofEpochMilli(epochMillis));
  }
}
