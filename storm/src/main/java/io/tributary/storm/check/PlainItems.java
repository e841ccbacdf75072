package io.tributary.storm.check;

import io.tributary.traffic.Plain;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items of the SDK as the plain values that models compare. */
final class PlainItems {

  private PlainItems() {}

  static Map<String, Object> of(Map<String, AttributeValue> item) {
    Map<String, Object> plain = new TreeMap<>();
    item.forEach((name, value) -> plain.put(name, value(value)));
    return plain;
  }

  private static Object value(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> Plain.number(value.n());
      case BOOL -> value.bool();
      case NUL -> Plain.Null.NULL;
      case M -> of(value.m());
      case L -> list(value.l());
      default -> value;
    };
  }

  private static List<Object> list(List<AttributeValue> values) {
    return values.stream().map(PlainItems::value).toList();
  }
}
