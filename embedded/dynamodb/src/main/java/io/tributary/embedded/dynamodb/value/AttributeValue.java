package io.tributary.embedded.dynamodb.value;

import io.tributary.embedded.dynamodb.wire.JsonValue;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A value of one of DynamoDB's ten types. */
public sealed interface AttributeValue extends JsonValue {
  /** Its type. */
  ValueType type();

  /** Size in bytes, as it counts against the limit of an item. */
  int size();

  /** The value as in JSON, without its type. */
  Object content();

  @Override
  default Object json() {
    return Map.of(type().name(), content());
  }

  /** A text. */
  record S(String text) implements AttributeValue {
    @Override
    public ValueType type() {
      return ValueType.S;
    }

    @Override
    public int size() {
      return ItemSize.utf8(text);
    }

    @Override
    public Object content() {
      return text;
    }

    /** Its UTF-8 bytes. */
    public Bytes bytes() {
      return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * A number.
   *
   * @param text its only form: no exponent, no zeros that could be left out
   */
  record N(String text) implements AttributeValue {
    /** A number. */
    public static N of(long number) {
      return new N(Long.toString(number));
    }

    @Override
    public ValueType type() {
      return ValueType.N;
    }

    @Override
    public int size() {
      return ItemSize.number(text);
    }

    @Override
    public Object content() {
      return text;
    }

    /** Exactly. */
    public BigDecimal decimal() {
      return new BigDecimal(text);
    }
  }

  /** Binary. */
  record B(Bytes bytes) implements AttributeValue {
    @Override
    public ValueType type() {
      return ValueType.B;
    }

    @Override
    public int size() {
      return bytes.length();
    }

    @Override
    public Object content() {
      return bytes.base64();
    }
  }

  /** A boolean. */
  record Bool(boolean value) implements AttributeValue {
    @Override
    public ValueType type() {
      return ValueType.BOOL;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public Object content() {
      return value;
    }
  }

  /** No value. */
  record Null() implements AttributeValue {
    @Override
    public ValueType type() {
      return ValueType.NULL;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public Object content() {
      return true;
    }
  }

  /** A list. */
  record L(List<AttributeValue> elements) implements AttributeValue {
    @Override
    public ValueType type() {
      return ValueType.L;
    }

    @Override
    public int size() {
      int size = 3 + elements.size();
      for (AttributeValue element : elements) {
        size += element.size();
      }
      return size;
    }

    @Override
    public Object content() {
      return elements;
    }
  }

  /** A map. */
  record M(Map<String, AttributeValue> members) implements AttributeValue {
    @Override
    public ValueType type() {
      return ValueType.M;
    }

    @Override
    public int size() {
      return 3 + members.size() + ItemSize.of(members);
    }

    @Override
    public Object content() {
      return members;
    }
  }

  /**
   * A set.
   *
   * @param type SS, NS or BS
   * @param members S, N or B; their order does not count
   */
  record Many(ValueType type, Set<AttributeValue> members) implements AttributeValue {
    @Override
    public int size() {
      int size = 0;
      for (AttributeValue member : members) {
        size += member.size();
      }
      return size;
    }

    @Override
    public Object content() {
      return members.stream().map(AttributeValue::content).toList();
    }

    /** These and those. */
    public Many with(Many others) {
      Set<AttributeValue> all = new LinkedHashSet<>(members);
      all.addAll(others.members);
      return new Many(type, all);
    }

    /** These without those. */
    public Many without(Many others) {
      Set<AttributeValue> rest = new LinkedHashSet<>(members);
      rest.removeAll(others.members);
      return new Many(type, rest);
    }
  }
}
