package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.Condition.And;
import io.tributary.embedded.dynamodb.expression.Condition.Between;
import io.tributary.embedded.dynamodb.expression.Condition.Comparison;
import io.tributary.embedded.dynamodb.expression.FunctionCall;
import io.tributary.embedded.dynamodb.expression.Operand;
import io.tributary.embedded.dynamodb.expression.Operand.Literal;
import io.tributary.embedded.dynamodb.expression.Path;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.table.Index;
import io.tributary.embedded.dynamodb.table.KeyAttribute;
import io.tributary.embedded.dynamodb.table.KeySchema;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.KeyBytes;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A key condition expression: a value of the partition key, and perhaps a range of sort keys. */
final class KeyCondition {
  private static final String BEGINS_WITH = "begins_with";
  private static final String BETWEEN = "BETWEEN";
  private static final Map<String, String> MIRRORED =
      Map.of("<", ">", "<=", ">=", ">", "<", ">=", "<=");

  private final Map<String, Part> parts = new LinkedHashMap<>();

  /** The condition on one attribute. */
  private record Part(String operator, List<AttributeValue> values) {
    AttributeValue first() {
      return values.get(0);
    }
  }

  private KeyCondition() {}

  /**
   * Takes a parsed expression apart.
   *
   * @throws DynamoDbException for operators that no key condition has
   */
  static KeyCondition of(Condition condition) {
    KeyCondition key = new KeyCondition();
    key.add(condition);
    return key;
  }

  private void add(Condition condition) {
    if (condition instanceof And and) {
      add(and.left());
      add(and.right());
    } else if (condition instanceof Comparison comparison) {
      addComparison(comparison);
    } else if (condition instanceof Between between) {
      add(BETWEEN, between.value(), List.of(between.lower(), between.upper()));
    } else if (condition instanceof FunctionCall call && call.name().equals(BEGINS_WITH)) {
      add(BEGINS_WITH, call.arguments().get(0), call.arguments().subList(1, 2));
    } else {
      throw unsupported(
          condition instanceof FunctionCall call
              ? call.name()
              : condition.getClass().getSimpleName().toUpperCase(Locale.ROOT));
    }
  }

  private static DynamoDbException unsupported(String operator) {
    return DynamoDbException.validation(
        "Invalid operator used in KeyConditionExpression: %s", operator);
  }

  private void addComparison(Comparison comparison) {
    if (comparison.operator().equals("<>")) {
      throw unsupported("<>");
    }
    if (comparison.left() instanceof Literal) {
      String mirrored = MIRRORED.getOrDefault(comparison.operator(), comparison.operator());
      add(mirrored, comparison.right(), List.of(comparison.left()));
    } else {
      add(comparison.operator(), comparison.left(), List.of(comparison.right()));
    }
  }

  private void add(String operator, Operand attribute, List<Operand> operands) {
    for (Operand one : new Operand[] {attribute, operands.get(0)}) {
      if (one instanceof FunctionCall call) {
        throw unsupported(call.name());
      }
    }
    if (!(attribute instanceof Path path)) {
      throw DynamoDbException.validation(
          "Invalid condition in KeyConditionExpression: No key attribute specified");
    }
    DynamoDbException.refuse(
        !path.isTopLevel(),
        "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested "
            + "attributes");
    List<AttributeValue> values = new ArrayList<>();
    for (Operand operand : operands) {
      if (!(operand instanceof Literal literal)) {
        throw DynamoDbException.validation(
            "Invalid condition in KeyConditionExpression: Multiple attribute names "
                + "used in one condition");
      }
      values.add(literal.value());
    }
    DynamoDbException.refuse(
        parts.put(path.attribute(), new Part(operator, values)) != null,
        "KeyConditionExpressions must only contain one condition per key");
  }

  /** The keys of an index that it selects. */
  Range range(Index index) {
    KeySchema schema = index.key();
    Map<String, AttributeValue> hash = new HashMap<>();
    for (KeyAttribute attribute : schema.hash()) {
      Part part = part(attribute);
      requireLast(part.operator().equals("="));
      hash.put(attribute.name(), part.first());
    }
    ByteArrayOutputStream prefix = new ByteArrayOutputStream(96);
    prefix.writeBytes(schema.partition(index.space(), hash));
    int rest = parts.size() - hash.size();
    for (int i = 0; i < schema.range().size() && rest > 0; i++) {
      Part part = part(schema.range().get(i));
      rest--;
      if (!part.operator().equals("=")) {
        requireLast(rest == 0);
        return range(prefix.toByteArray(), part);
      }
      KeyBytes.write(part.first(), prefix);
    }
    requireLast(rest == 0);
    return Range.of(new Key(prefix.toByteArray()));
  }

  private static void requireLast(boolean isSo) {
    DynamoDbException.refuse(!isSo, "Query key condition not supported");
  }

  private Part part(KeyAttribute attribute) {
    Part part =
        DynamoDbException.require(
            parts.get(attribute.name()),
            "Query condition missed key schema element: %s",
            attribute.name());
    requireType(attribute, part);
    return part;
  }

  private static void requireType(KeyAttribute attribute, Part part) {
    for (AttributeValue value : part.values()) {
      DynamoDbException.refuseValue(
          value.type() != attribute.type(), "Condition parameter type does not match schema type");
      ItemKeys.requireSize(attribute, value);
    }
  }

  private static Range range(byte[] prefix, Part part) {
    Range all = Range.of(new Key(prefix));
    Range first = Range.of(key(prefix, part.first(), part.operator().equals(BEGINS_WITH)));
    return switch (part.operator()) {
      case "<" -> new Range(all.from(), first.from());
      case "<=" -> new Range(all.from(), first.to());
      case ">" -> new Range(first.to(), all.to());
      case ">=" -> new Range(first.from(), all.to());
      case BETWEEN ->
          new Range(first.from(), Range.of(key(prefix, part.values().get(1), false)).to());
      default -> first;
    };
  }

  private static Key key(byte[] prefix, AttributeValue value, boolean isPrefix) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(prefix);
    if (isPrefix) {
      KeyBytes.writePrefix(value, out);
    } else {
      KeyBytes.write(value, out);
    }
    return new Key(out.toByteArray());
  }
}
