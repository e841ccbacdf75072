package io.tributary.embedded.dynamodb.wire;

import java.util.Map;

/** An operation of the API: from the members of a checked request to those of its answer. */
@FunctionalInterface
public interface Operation {
  /**
   * Runs it.
   *
   * @throws DynamoDbException the error that the client gets
   */
  Map<String, ?> run(Map<String, Object> request);
}
