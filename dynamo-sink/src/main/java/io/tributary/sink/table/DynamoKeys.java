package io.tributary.sink.table;

import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableKey;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Keys as types of the AWS SDK. */
final class DynamoKeys {

  private DynamoKeys() {}

  public static List<KeySchemaElement> schema(TableKey key) {
    return Stream.concat(
            Stream.of(element(key.partition(), KeyType.HASH)),
            key.sort().stream().map(sort -> element(sort, KeyType.RANGE)))
        .toList();
  }

  public static AttributeDefinition definition(KeyAttribute attribute) {
    return AttributeDefinition.builder()
        .attributeName(attribute.name())
        .attributeType(type(attribute.type()))
        .build();
  }

  public static ScalarAttributeType type(KeyAttribute.Type type) {
    return switch (type) {
      case STRING -> ScalarAttributeType.S;
      case NUMBER -> ScalarAttributeType.N;
    };
  }

  public static String describe(TableKey key) {
    return describe(schema(key));
  }

  /** Text such as {@code hardware_id HASH, ts_batch RANGE}. */
  public static String describe(List<KeySchemaElement> schema) {
    return schema.stream()
        .map(element -> element.attributeName() + ' ' + element.keyTypeAsString())
        .sorted(Comparator.comparing(text -> text.endsWith("RANGE")))
        .collect(Collectors.joining(", "));
  }

  private static KeySchemaElement element(KeyAttribute attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute.name()).keyType(type).build();
  }
}
