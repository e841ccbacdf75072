package io.tributary.embedded.dynamodb;

import io.tributary.embedded.dynamodb.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;

/** A server in this process, on any free port. */
record InMemoryServer(DynamoDbServer server) implements AutoCloseable {

  /** A server that does nothing by itself during a test. */
  static InMemoryServer start() throws IOException {
    return start(Duration.ofHours(1), Duration.ofHours(1));
  }

  static InMemoryServer start(Duration expiryPace, Duration shardLife) throws IOException {
    return start(expiryPace, shardLife, InstantSource.system());
  }

  static InMemoryServer start(Duration expiryPace, Duration shardLife, InstantSource clock)
      throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new InMemoryServer(
        DynamoDbServer.start(any, Store.inMemory(), expiryPace, shardLife, clock));
  }

  String endpoint() {
    return "http://127.0.0.1:" + server.port();
  }

  RawDynamoDb client() {
    return new RawDynamoDb(endpoint());
  }

  @Override
  public void close() {
    server.close();
  }
}
