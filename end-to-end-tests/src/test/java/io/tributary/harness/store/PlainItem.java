package io.tributary.harness.store;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * DynamoDB values as plain Java ones, so that they compare by meaning: S as String, N as a
 * BigDecimal without trailing zeros, BOOL as Boolean, NULL as {@link Null}, M as a sorted Map, L as
 * List. Other types are left as the SDK has them.
 */
public final class PlainItem {

  /** DynamoDB's NULL. */
  public enum Null {
    NULL
  }

  private PlainItem() {}

  /**
   * An item without {@code rev}, the one attribute that comparisons with documented items ignore.
   */
  public static Map<String, Object> of(Map<String, AttributeValue> item) {
    Map<String, Object> plain = whole(item);
    plain.remove("rev");
    return plain;
  }

  /** Every attribute of an item. */
  public static Map<String, Object> whole(Map<String, AttributeValue> item) {
    return map(item);
  }

  /** A number as {@link #of} gives it. */
  public static BigDecimal number(String text) {
    return normal(new BigDecimal(text));
  }

  /** A number as {@link #of} gives it. */
  public static BigDecimal number(long value) {
    return normal(BigDecimal.valueOf(value));
  }

  /** A number as {@link #of} gives it. */
  public static BigDecimal normal(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }

  private static Map<String, Object> map(Map<String, AttributeValue> values) {
    Map<String, Object> plain = new TreeMap<>();
    values.forEach((name, value) -> plain.put(name, value(value)));
    return plain;
  }

  private static Object value(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.s();
      case N -> number(value.n());
      case BOOL -> value.bool();
      case NUL -> Null.NULL;
      case M -> map(value.m());
      case L -> list(value.l());
      default -> value;
    };
  }

  private static List<Object> list(List<AttributeValue> values) {
    return values.stream().map(PlainItem::value).toList();
  }
}
