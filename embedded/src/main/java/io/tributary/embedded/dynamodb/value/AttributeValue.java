package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.JsonForm;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A value of one of DynamoDB's ten types.
 *
 * @param content of S and N a String, that of N in its only form: no exponent, no zeros that could
 *     be left out; of B {@link Bytes}; of BOOL and NULL a Boolean; of L a List of values, of M a
 *     Map of values by name, of SS, NS and BS a Set of values
 */
public record AttributeValue(ValueType type, Object content) implements JsonForm {
  /** A text. */
  public static AttributeValue of(String text) {
    return new AttributeValue(ValueType.S, text);
  }

  /** A number. */
  public static AttributeValue of(long number) {
    return new AttributeValue(ValueType.N, Long.toString(number));
  }

  /** A list. */
  public static AttributeValue of(List<AttributeValue> elements) {
    return new AttributeValue(ValueType.L, elements);
  }

  /** A map. */
  public static AttributeValue of(Map<String, AttributeValue> members) {
    return new AttributeValue(ValueType.M, members);
  }

  /** An S's text, or an N's form. */
  public String text() {
    return (String) content;
  }

  /** An N, exactly. */
  public BigDecimal number() {
    return new BigDecimal(text());
  }

  /** A B's bytes, or those of an S in UTF-8. */
  public Bytes bytes() {
    return content instanceof String text
        ? new Bytes(text.getBytes(StandardCharsets.UTF_8))
        : (Bytes) content;
  }

  /** An L's elements. */
  @SuppressWarnings("unchecked") // As the type says.
  public List<AttributeValue> elements() {
    return (List<AttributeValue>) content;
  }

  /** An M's members. */
  @SuppressWarnings("unchecked") // As the type says.
  public Map<String, AttributeValue> members() {
    return (Map<String, AttributeValue>) content;
  }

  /** Members of an SS, NS or BS; their order does not count. */
  @SuppressWarnings("unchecked") // As the type says.
  public Set<AttributeValue> set() {
    return (Set<AttributeValue>) content;
  }

  /** Size in bytes, as it counts against the limit of an item. */
  public int size() {
    return switch (type) {
      case S -> ItemSize.utf8(text());
      case N -> ItemSize.number(text());
      case B -> bytes().length();
      case BOOL, NULL -> 1;
      case L -> 3 + elements().size() + size(elements());
      case M -> 3 + members().size() + ItemSize.of(members());
      case SS, NS, BS -> size(set());
    };
  }

  private static int size(Collection<AttributeValue> values) {
    return values.stream().mapToInt(AttributeValue::size).sum();
  }

  /**
   * Compares texts by their UTF-8 bytes, numbers, and binary values; nothing for types that differ
   * or have no order.
   */
  public OptionalInt compare(AttributeValue other) {
    if (type != other.type || !type.isOrdered()) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(
        type == ValueType.N
            ? number().compareTo(other.number())
            : bytes().compareTo(other.bytes()));
  }

  @Override
  public Object json() {
    Object json = type.isSet() ? set().stream().map(AttributeValue::content).toList() : content;
    return Map.of(type.name(), json);
  }
}
