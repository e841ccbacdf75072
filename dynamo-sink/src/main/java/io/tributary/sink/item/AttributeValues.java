package io.tributary.sink.item;

import io.tributary.schemas.item.DynamoNumber;
import io.tributary.schemas.item.ItemSize;
import io.tributary.schemas.item.UnstorableException;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values of {@link io.tributary.schemas.item.Attributes} as types of the AWS SDK, and back. */
public final class AttributeValues {

  /** DynamoDB's limit, in bytes of UTF-8. */
  private static final int LONGEST_NAME = 65_535;

  private AttributeValues() {}

  /** Attributes by name; {@link UnstorableException} for a name that DynamoDB does not take. */
  public static Map<String, AttributeValue> of(Map<?, ?> values) {
    Map<String, AttributeValue> attributes = new HashMap<>();
    values.forEach((name, value) -> attributes.put(storable((String) name), of(value)));
    return attributes;
  }

  private static String storable(String name) {
    if (name.isEmpty() || ItemSize.utf8(name) > LONGEST_NAME) {
      throw new UnstorableException(
          "names of attributes must have 1 to " + LONGEST_NAME + " bytes");
    }
    return name;
  }

  private static AttributeValue of(Object value) {
    if (value instanceof String text) {
      return AttributeValue.fromS(text);
    }
    if (value instanceof Number number) {
      return AttributeValue.fromN(
          number instanceof BigDecimal exact ? DynamoNumber.written(exact) : number.toString());
    }
    if (value instanceof Boolean flag) {
      return AttributeValue.fromBool(flag);
    }
    if (value instanceof Map<?, ?> map) {
      return AttributeValue.fromM(of(map));
    }
    return value instanceof List<?> list
        ? AttributeValue.fromL(list.stream().map(AttributeValues::of).toList())
        : AttributeValue.fromNul(true);
  }

  /** Values by name, null for NULL. Sets are Lists, and binaries are texts in base64. */
  public static Map<String, @Nullable Object> plain(Map<String, AttributeValue> attributes) {
    Map<String, @Nullable Object> values = new HashMap<>();
    attributes.forEach((name, value) -> values.put(name, plain(value)));
    return values;
  }

  private static @Nullable Object plain(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> new BigDecimal(value.n());
      case BOOL -> value.bool();
      case NUL -> null;
      case M -> plain(value.m());
      case L -> value.l().stream().map(AttributeValues::plain).toList();
      case SS -> value.ss();
      case NS -> value.ns().stream().map(BigDecimal::new).toList();
      case B -> Base64.getEncoder().encodeToString(value.b().asByteArray());
      case BS, UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException("no item has an attribute of type " + value.type());
    };
  }
}
