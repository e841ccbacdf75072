package io.tributary.simulation.dynamo;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A parsed expression.
 *
 * @param names placeholders of attribute names in it
 * @param values placeholders of values in it
 * @param rules what DynamoDB requires of them, whatever there is in the table
 */
record ParsedCondition(
    Condition condition, Set<String> names, Set<String> values, List<OperandRule> rules) {

  /** Of all runs: programs send few different expressions. */
  private static final Map<String, ParsedCondition> PARSED = new ConcurrentHashMap<>();

  private static final ParsedCondition NONE =
      new ParsedCondition((item, bindings) -> true, Set.of(), Set.of(), List.of());

  /** The expression, or one that is always true. */
  static ParsedCondition of(@Nullable String expression) {
    return expression == null ? NONE : PARSED.computeIfAbsent(expression, ConditionParser::parse);
  }

  /** A ValidationException unless the placeholders given are those that the expression has. */
  Bindings bind(Map<String, String> givenNames, Map<String, AttributeValue> givenValues) {
    requireSame("name used in the document path", "Names", names, givenNames.keySet());
    requireSame("value used in expression", "Values", values, givenValues.keySet());
    Bindings bindings = new Bindings(givenNames, ItemForm.of(givenValues));
    rules.forEach(rule -> rule.require(bindings));
    return bindings;
  }

  private void requireSame(String kind, String field, Set<String> used, Set<String> given) {
    if (used.equals(given)) {
      return;
    }
    if (equals(NONE)) {
      throw DynamoErrors.invalid(
          "ExpressionAttribute" + field + " can only be specified when using expressions");
    }
    Set<String> undefined = new TreeSet<>(used);
    undefined.removeAll(given);
    if (!undefined.isEmpty()) {
      throw DynamoErrors.invalid(
          "Invalid ConditionExpression: An expression attribute "
              + kind
              + " is not defined; attribute "
              + kind.substring(0, kind.indexOf(' '))
              + ": "
              + undefined.iterator().next());
    }
    Set<String> unused = new TreeSet<>(given);
    unused.removeAll(used);
    throw DynamoErrors.invalid(
        "Value provided in ExpressionAttribute"
            + field
            + " unused in expressions: keys: {"
            + String.join(", ", unused)
            + '}');
  }
}
