package io.tributary.embedded.dynamodb.expression;

import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.AttributeValue.B;
import io.tributary.embedded.dynamodb.value.AttributeValue.L;
import io.tributary.embedded.dynamodb.value.AttributeValue.M;
import io.tributary.embedded.dynamodb.value.AttributeValue.Many;
import io.tributary.embedded.dynamodb.value.AttributeValue.N;
import io.tributary.embedded.dynamodb.value.AttributeValue.S;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A function of conditions. {@code size} is an operand, the others are conditions. */
record Call(Function function, List<Operand> arguments)
    implements Condition, Operand, FunctionCall {

  @Override
  public String name() {
    return function.text();
  }

  @Override
  public List<Operand> operands() {
    return arguments;
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
    if (value instanceof S text && prefix instanceof S start) {
      return text.text().startsWith(start.text());
    }
    return value instanceof B bytes
        && prefix instanceof B start
        && bytes.bytes().startsWith(start.bytes());
  }

  private static boolean contains(AttributeValue value, AttributeValue part) {
    if (value instanceof S text && part instanceof S piece) {
      return text.text().contains(piece.text());
    }
    if (value instanceof B bytes && part instanceof B piece) {
      return bytes.bytes().contains(piece.bytes());
    }
    if (value instanceof Many set) {
      return set.members().contains(part);
    }
    return value instanceof L list && list.elements().contains(part);
  }

  /** The size, of texts in UTF-16 units. */
  @Override
  public @Nullable AttributeValue in(Map<String, AttributeValue> item) {
    AttributeValue value = arguments.get(0).in(item);
    if (value == null) {
      return null;
    }
    return switch (value.type()) {
      case S -> N.of(((S) value).text().length());
      case B -> N.of(value.size());
      case L -> N.of(((L) value).elements().size());
      case M -> N.of(((M) value).members().size());
      case SS, NS, BS -> N.of(((Many) value).members().size());
      case N, BOOL, NULL -> null;
    };
  }
}
