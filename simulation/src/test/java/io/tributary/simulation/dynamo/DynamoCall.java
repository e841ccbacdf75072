package io.tributary.simulation.dynamo;

import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A request as an {@link Interceptor} sees it.
 *
 * @param operation DynamoDB's name of it, such as {@code TransactWriteItems}
 * @param touched its actions in their order; a single one for anything but a transaction
 */
public record DynamoCall(String operation, List<Touched> touched) {

  /**
   * What one action is about.
   *
   * @param table full name, or a stream's ARN or iterator
   * @param attributes the item or the key that was sent; empty for whole tables and streams
   */
  public record Touched(String table, Map<String, AttributeValue> attributes) {}

  static DynamoCall of(String operation, String table, Map<String, AttributeValue> attributes) {
    return new DynamoCall(operation, List.of(new Touched(table, attributes)));
  }

  static DynamoCall of(String operation, String table) {
    return of(operation, table, Map.of());
  }

  /** True when the request changes items. */
  public boolean isWrite() {
    return operation.equals("PutItem")
        || operation.equals("DeleteItem")
        || operation.equals("TransactWriteItems");
  }
}
