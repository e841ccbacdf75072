package io.tributary.harness.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Set;

/**
 * A request to DynamoDB.
 *
 * @param operation such as {@code PutItem}
 * @param body JSON
 */
record Call(String operation, String body) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> SINGLE_WRITES = Set.of("PutItem", "UpdateItem", "DeleteItem");

  /** A call by its {@code x-amz-target}, such as {@code DynamoDB_20120810.PutItem}. */
  static Call of(String target, String body) {
    return new Call(target.substring(target.indexOf('.') + 1), body);
  }

  boolean isTransaction() {
    return operation.equals("TransactWriteItems");
  }

  boolean isSingleWrite() {
    return SINGLE_WRITES.contains(operation);
  }

  boolean isWrite() {
    return isTransaction() || isSingleWrite();
  }

  /** How many actions a transaction has. */
  int actions() {
    try {
      return JSON.readTree(body).get("TransactItems").size();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
