package io.tributary.embedded.dynamodb.item;

import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import java.util.List;
import java.util.Map;

/** The parameters before expressions, none of which is served. */
public final class LegacyParameters {
  private static final List<String> LEGACY =
      List.of(
          "AttributesToGet",
          "AttributeUpdates",
          "Expected",
          "ConditionalOperator",
          "KeyConditions",
          "QueryFilter",
          "ScanFilter");

  private LegacyParameters() {}

  /**
   * Refuses them.
   *
   * @param expressions the operation's members that are expressions
   */
  public static void refuse(Map<?, ?> request, List<String> expressions) {
    List<String> legacy = LEGACY.stream().filter(request::containsKey).toList();
    if (legacy.isEmpty()) {
      return;
    }
    List<String> modern = expressions.stream().filter(request::containsKey).toList();
    throw DynamoDbException.validation(
        modern.isEmpty()
            ? legacy.get(0) + " is not served by this server; it takes expressions"
            : "Can not use both expression and non-expression parameters in the same request:"
                + " Non-expression parameters: {"
                + String.join(", ", legacy)
                + "} Expression parameters: {"
                + String.join(", ", modern)
                + '}');
  }
}
