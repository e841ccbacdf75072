package io.tributary.operations;

import io.tributary.embedded.dynamodb.DynamoDbServer;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.runtime.context.RuntimeContext;
import java.io.IOException;
import java.util.Map;

/** A real DynamoDB server in this process, on a free port. */
public record InMemoryDynamoDb(DynamoDbServer server) implements AutoCloseable {

  public static InMemoryDynamoDb start() throws IOException {
    return new InMemoryDynamoDb(
        DynamoDbServer.start(0, Store.inMemory(), RuntimeContext.system().clock()));
  }

  /** Settings of a client. */
  public Map<String, String> settings() {
    return Map.of("dynamodb.endpoint", "http://127.0.0.1:" + server.port());
  }

  @Override
  public void close() {
    server.close();
  }
}
