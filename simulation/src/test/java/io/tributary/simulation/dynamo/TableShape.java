package io.tributary.simulation.dynamo;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;

/**
 * A table's name and keys.
 *
 * @param request by which it was made
 * @param key partition key and perhaps sort key
 * @param indexes keys of its secondary indexes, by the indexes' names
 */
record TableShape(CreateTableRequest request, List<Part> key, Map<String, List<Part>> indexes) {

  private static final int MOST_PARTITION_BYTES = 2048;
  private static final int MOST_SORT_BYTES = 1024;

  /** An attribute of a key. */
  record Part(String name, String type) {

    boolean fits(@Nullable AttributeValue value) {
      return value != null && value.type().name().equals(type);
    }

    /** The attribute of an item that is known to have it. */
    AttributeValue of(Map<String, AttributeValue> item) {
      return Objects.requireNonNull(item.get(name));
    }

    boolean mismatches(@Nullable AttributeValue value) {
      return value != null && !fits(value) && Scalars.isScalar(value);
    }

    boolean isEmptyIn(AttributeValue value) {
      return value.s() != null && value.s().isEmpty();
    }
  }

  static TableShape of(CreateTableRequest request) {
    Map<String, String> types = new LinkedHashMap<>();
    for (AttributeDefinition definition : request.attributeDefinitions()) {
      types.put(definition.attributeName(), definition.attributeTypeAsString());
    }
    Map<String, List<Part>> indexes = new LinkedHashMap<>();
    for (GlobalSecondaryIndex index : request.globalSecondaryIndexes()) {
      indexes.put(index.indexName(), parts(index.keySchema(), types));
    }
    for (LocalSecondaryIndex index : request.localSecondaryIndexes()) {
      indexes.put(index.indexName(), parts(index.keySchema(), types));
    }
    return new TableShape(request, parts(request.keySchema(), types), indexes);
  }

  private static List<Part> parts(List<KeySchemaElement> schema, Map<String, String> types) {
    return Stream.of(KeyType.HASH, KeyType.RANGE)
        .flatMap(type -> schema.stream().filter(element -> element.keyType() == type))
        .map(KeySchemaElement::attributeName)
        .map(name -> new Part(name, types.getOrDefault(name, "")))
        .toList();
  }

  String name() {
    return request.tableName();
  }

  /** The key of an item; a ValidationException if the item cannot be in this table. */
  ItemKey keyOf(Map<String, AttributeValue> item) {
    key.forEach(part -> require(part, item.get(part.name()), "key "));
    indexes.forEach(
        (index, parts) ->
            parts.stream()
                .filter(part -> item.containsKey(part.name()))
                .forEach(part -> require(part, item.get(part.name()), "index key " + index + ' ')));
    return key(item);
  }

  /** True if a text or number stands where a key of the table or an index has the other type. */
  boolean mismatches(Map<String, AttributeValue> item) {
    return Stream.concat(key.stream(), indexes.values().stream().flatMap(List::stream))
        .anyMatch(part -> part.mismatches(item.get(part.name())));
  }

  /** A key that was sent by itself; a ValidationException if it is not one of this table. */
  ItemKey exactly(Map<String, AttributeValue> sent) {
    boolean matches =
        sent.size() == key.size()
            && key.stream().allMatch(part -> part.fits(sent.get(part.name())));
    if (!matches) {
      throw DynamoErrors.invalid("The provided key element does not match the schema");
    }
    key.forEach(part -> require(part, sent.get(part.name()), "key "));
    return key(sent);
  }

  /** The key's attributes alone. */
  Map<String, AttributeValue> keyAttributes(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> attributes = new LinkedHashMap<>();
    key.forEach(part -> attributes.put(part.name(), part.of(item)));
    return attributes;
  }

  private ItemKey key(Map<String, AttributeValue> item) {
    AttributeValue partition = key.get(0).of(item);
    AttributeValue sort = key.size() > 1 ? key.get(1).of(item) : null;
    requireSize("hashkey", partition, MOST_PARTITION_BYTES);
    if (sort != null) {
      requireSize("rangekey", sort, MOST_SORT_BYTES);
    }
    return new ItemKey(partition, sort);
  }

  private static void requireSize(String kind, AttributeValue value, int limit) {
    if (ItemForm.bytes(value) > limit) {
      throw DynamoErrors.invalid(
          "One or more parameter values were invalid: Size of "
              + kind
              + " has exceeded the maximum size limit of"
              + limit
              + " bytes");
    }
  }

  private static void require(Part part, @Nullable AttributeValue value, String where) {
    if (value == null) {
      throw DynamoErrors.invalid(
          "One or more parameter values were invalid: Missing the key "
              + part.name()
              + " in the item");
    }
    if (!part.fits(value)) {
      throw DynamoErrors.invalid(
          "One or more parameter values were invalid: Type mismatch for "
              + where
              + part.name()
              + " expected: "
              + part.type()
              + " actual: "
              + value.type());
    }
    if (part.isEmptyIn(value)) {
      throw DynamoErrors.invalid(
          "One or more parameter values are not valid. The AttributeValue for a key attribute"
              + " cannot contain an empty string value. "
              + where
              + part.name());
    }
  }
}
