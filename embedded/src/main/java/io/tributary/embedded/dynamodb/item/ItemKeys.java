package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.KeyAttribute;
import io.tributary.embedded.dynamodb.table.KeySchema;
import io.tributary.embedded.dynamodb.table.Table;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ValueType;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Rules for the keys in items and in {@code Key} parameters. */
public final class ItemKeys {
  private ItemKeys() {}

  /** Checks the primary key of an item that is put. */
  static void requireInItem(Table table, Map<String, AttributeValue> item) {
    for (KeyAttribute key : table.key().all()) {
      AttributeValue value =
          DynamoDbException.require(
              item.get(key.name()),
              "One or more parameter values were invalid: Missing the key %s in the item",
              key.name());
      DynamoDbException.refuseValue(
          value.type() != key.type(),
          "Type mismatch for key %s expected: %s actual: %s",
          key.name(),
          key.type(),
          value.type());
      requireSize(key, value);
    }
  }

  /** Checks a {@code Key} parameter against a table's key. */
  public static void requireKey(KeySchema schema, Map<String, AttributeValue> key) {
    boolean matches = key.size() == schema.all().size();
    for (KeyAttribute attribute : schema.all()) {
      AttributeValue value = key.get(attribute.name());
      matches &= value != null && value.type() == attribute.type();
    }
    DynamoDbException.refuse(!matches, "The provided key element does not match the schema");
    for (KeyAttribute attribute : schema.all()) {
      requireSize(attribute, Objects.requireNonNull(key.get(attribute.name())));
    }
  }

  /**
   * Checks the attributes of which expressions name an element: keys have none.
   *
   * @param nested their names
   */
  public static void requireScalars(Table table, Set<String> nested) {
    if (!nested.isEmpty()) {
      requireScalars(table.key(), nested, "Key");
      table.indexes().forEach(index -> requireScalars(index.key(), nested, "IndexKey"));
    }
  }

  private static void requireScalars(KeySchema key, Set<String> nested, String kind) {
    for (String name : key.names()) {
      DynamoDbException.refuse(
          nested.contains(name),
          "Key attributes must be scalars; list random access '[]' and map lookup '.' are not "
              + "allowed: %s: %s",
          kind,
          name);
    }
  }

  /** Checks the index keys of an item that is put, or that an update has put together. */
  static void requireIndexKeys(Table table, Map<String, AttributeValue> item, boolean isUpdate) {
    for (Index index : table.indexes()) {
      for (KeyAttribute key : index.key().all()) {
        AttributeValue value = item.get(key.name());
        if (value != null && !key.takes(value)) {
          throw isUpdate ? updateError(key, value) : indexError(index, key, value);
        }
      }
    }
  }

  private static DynamoDbException indexError(Index index, KeyAttribute key, AttributeValue value) {
    if (value.type() != key.type()) {
      return DynamoDbException.invalidValue(
          "Type mismatch for Index Key %s Expected: %s Actual: %s IndexName: %s",
          key.name(), key.type(), value.type(), index.name());
    }
    return value.size() > 0
        ? tooLong(key)
        : DynamoDbException.validation(
            "One or more parameter values are not valid. A value specified for a secondary index"
                + " key is not supported. %s. IndexName: %s, IndexKey: %s",
            emptyValue(value), index.name(), key.name());
  }

  private static DynamoDbException updateError(KeyAttribute key, AttributeValue value) {
    if (value.type() == key.type() && value.size() == 0) {
      return DynamoDbException.validation(
          "One or more parameter values are not valid. The update expression attempted to update a"
              + " secondary index key to a value that is not supported. %s.",
          emptyValue(value));
    }
    return DynamoDbException.validation(
        "The update expression attempted to update the secondary index key %s",
        value.type() == key.type() ? "beyond allowed size limits" : "to unsupported type");
  }

  private static String emptyValue(AttributeValue value) {
    return "The AttributeValue for a key attribute cannot contain an empty "
        + (value.type() == ValueType.B ? "binary value" : "string value");
  }

  /** Checks that a key's value is neither empty nor too long. */
  public static void requireSize(KeyAttribute key, AttributeValue value) {
    DynamoDbException.refuse(
        value.size() == 0,
        "One or more parameter values are not valid. %s. Key: %s",
        emptyValue(value),
        key.name());
    if (value.size() > key.limit()) {
      throw tooLong(key);
    }
  }

  private static DynamoDbException tooLong(KeyAttribute key) {
    return DynamoDbException.invalidValue(
        key.isHash()
            ? "Size of hashkey has exceeded the maximum size limit of2048 bytes"
            : "Aggregated size of all range keys has exceeded the size limit of 1024 bytes");
  }
}
