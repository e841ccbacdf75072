package io.tributary.embedded.dynamodb.query;

import io.tributary.embedded.dynamodb.expression.Call;
import io.tributary.embedded.dynamodb.expression.Condition;
import io.tributary.embedded.dynamodb.expression.Condition.And;
import io.tributary.embedded.dynamodb.expression.Condition.Between;
import io.tributary.embedded.dynamodb.expression.Condition.Comparison;
import io.tributary.embedded.dynamodb.expression.Condition.In;
import io.tributary.embedded.dynamodb.expression.Condition.Not;
import io.tributary.embedded.dynamodb.expression.Condition.Or;
import io.tributary.embedded.dynamodb.expression.Literal;
import io.tributary.embedded.dynamodb.expression.Operand;
import io.tributary.embedded.dynamodb.expression.Path;
import io.tributary.embedded.dynamodb.item.ItemKeys;
import io.tributary.embedded.dynamodb.store.Key;
import io.tributary.embedded.dynamodb.store.Range;
import io.tributary.embedded.dynamodb.table.KeyAttribute;
import io.tributary.embedded.dynamodb.table.KeySchema;
import io.tributary.embedded.dynamodb.value.AttributeValue;
import io.tributary.embedded.dynamodb.value.KeyCodec;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A key condition expression: a value of the partition key, and perhaps a range of sort keys. */
final class KeyCondition {
  private static final String BEGINS_WITH = "begins_with";
  private static final String BETWEEN = "BETWEEN";
  private static final Map<String, String> MIRRORED =
      Map.of("<", ">", "<=", ">=", ">", "<", ">=", "<=", "=", "=", "<>", "<>");

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
    } else if (condition instanceof Call call && call.name().equals(BEGINS_WITH)) {
      add(BEGINS_WITH, call.arguments().get(0), call.arguments().subList(1, 2));
    } else {
      throw unsupported(operator(condition));
    }
  }

  private static String operator(Condition condition) {
    if (condition instanceof Or) {
      return "OR";
    }
    if (condition instanceof Not) {
      return "NOT";
    }
    return condition instanceof In ? "IN" : ((Call) condition).name();
  }

  private static DynamoDbException unsupported(String operator) {
    return DynamoDbException.validation(
        "Invalid operator used in KeyConditionExpression: %s", operator);
  }

  private static DynamoDbException invalid(String message) {
    return DynamoDbException.validation("Invalid KeyConditionExpression: %s", message);
  }

  private void addComparison(Comparison comparison) {
    if (comparison.operator().equals("<>")) {
      throw unsupported("<>");
    }
    if (comparison.left() instanceof Literal) {
      String mirrored = Objects.requireNonNull(MIRRORED.get(comparison.operator()));
      add(mirrored, comparison.right(), List.of(comparison.left()));
    } else {
      add(comparison.operator(), comparison.left(), List.of(comparison.right()));
    }
  }

  private void add(String operator, Operand attribute, List<Operand> operands) {
    for (Operand one : new Operand[] {attribute, operands.get(0)}) {
      if (one instanceof Call call) {
        throw unsupported(call.name());
      }
    }
    if (!(attribute instanceof Path path)) {
      throw DynamoDbException.validation(
          "Invalid condition in KeyConditionExpression: No key attribute specified");
    }
    if (!path.isTopLevel()) {
      throw invalid("KeyConditionExpressions cannot have conditions on nested attributes");
    }
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

  /**
   * The keys that it selects.
   *
   * @param space of the table or index
   */
  Range range(int space, KeySchema schema) {
    Map<String, AttributeValue> hash = new HashMap<>();
    for (KeyAttribute attribute : schema.hash()) {
      Part part = parts.get(attribute.name());
      if (part == null) {
        throw missed(attribute);
      }
      DynamoDbException.refuse(!part.operator().equals("="), "Query key condition not supported");
      requireType(attribute, part);
      hash.put(attribute.name(), part.first());
    }
    ByteArrayOutputStream prefix = new ByteArrayOutputStream(96);
    prefix.writeBytes(schema.partition(space, hash));
    int rest = parts.size() - hash.size();
    for (KeyAttribute attribute : schema.range()) {
      if (rest == 0) {
        break;
      }
      Part part = parts.get(attribute.name());
      if (part == null) {
        throw missed(attribute);
      }
      requireType(attribute, part);
      rest--;
      if (!part.operator().equals("=")) {
        requireLast(rest);
        return range(prefix.toByteArray(), part);
      }
      KeyCodec.write(part.first(), prefix);
    }
    requireLast(rest);
    return Range.of(new Key(prefix.toByteArray()));
  }

  private static void requireLast(int rest) {
    DynamoDbException.refuse(rest > 0, "Query key condition not supported");
  }

  private static DynamoDbException missed(KeyAttribute attribute) {
    return DynamoDbException.validation(
        "Query condition missed key schema element: %s", attribute.name());
  }

  private static void requireType(KeyAttribute attribute, Part part) {
    for (AttributeValue value : part.values()) {
      DynamoDbException.refuseValue(
          value.type() != attribute.type(), "Condition parameter type does not match schema type");
      ItemKeys.requireSize(attribute, value);
    }
  }

  private static Range range(byte[] prefix, Part part) {
    Key all = new Key(prefix);
    return switch (part.operator()) {
      case "<" -> new Range(all, key(prefix, part.first()));
      case "<=" -> new Range(all, key(prefix, part.first()).afterAll());
      case ">" -> new Range(key(prefix, part.first()).afterAll(), all.afterAll());
      case ">=" -> new Range(key(prefix, part.first()), all.afterAll());
      case BETWEEN ->
          new Range(key(prefix, part.first()), key(prefix, part.values().get(1)).afterAll());
      default -> {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(prefix);
        KeyCodec.writePrefix(part.first(), out);
        yield Range.of(new Key(out.toByteArray()));
      }
    };
  }

  private static Key key(byte[] prefix, AttributeValue value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(prefix);
    KeyCodec.write(value, out);
    return new Key(out.toByteArray());
  }
}
