package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.ValueType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A function of conditions. {@code size} is an operand, the others are conditions. */
public record FunctionCall(Function function, List<Operand> arguments)
    implements Condition, Operand {

  /** The function's name, such as {@code begins_with}. */
  public String name() {
    return function.text();
  }

  @Override
  public boolean test(Map<String, AttributeValue> item) {
    AttributeValue first = arguments.get(0).in(item);
    if (function == Function.ATTRIBUTE_NOT_EXISTS) {
      return first == null;
    }
    if (first == null || function == Function.ATTRIBUTE_EXISTS) {
      return first != null;
    }
    AttributeValue second = arguments.get(1).in(item);
    return second != null
        && switch (function) {
          case ATTRIBUTE_TYPE -> second.content().equals(first.type().name());
          case BEGINS_WITH -> beginsWith(first, second);
          default -> contains(first, second);
        };
  }

  private static boolean beginsWith(AttributeValue value, AttributeValue prefix) {
    return value.type() == prefix.type()
        && (value.type() == ValueType.S || value.type() == ValueType.B)
        && value.bytes().startsWith(prefix.bytes());
  }

  private static boolean contains(AttributeValue value, AttributeValue part) {
    return switch (value.type()) {
      case S, B -> value.type() == part.type() && value.bytes().contains(part.bytes());
      case L -> value.elements().contains(part);
      case SS, NS, BS -> value.set().contains(part);
      case N, BOOL, NULL, M -> false;
    };
  }

  /** The size, of texts in UTF-16 units. */
  @Override
  public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
    AttributeValue value = arguments.get(0).in(item);
    if (value == null) {
      return null;
    }
    return switch (value.type()) {
      case S -> AttributeValue.of(value.text().length());
      case B -> AttributeValue.of(value.size());
      case L -> AttributeValue.of(value.elements().size());
      case M -> AttributeValue.of(value.members().size());
      case SS, NS, BS -> AttributeValue.of(value.set().size());
      case N, BOOL, NULL -> null;
    };
  }
}
