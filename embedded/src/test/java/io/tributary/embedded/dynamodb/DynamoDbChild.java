package io.tributary.embedded.dynamodb;

import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.tributary.embedded.dynamodb.store.Store;
import java.nio.file.Path;
import java.time.InstantSource;

/** The process of a server. Arguments: port, folder of its tables. */
final class DynamoDbChild {
  private DynamoDbChild() {}

  public static void main(String[] arguments) {
    ChildProcess.run(child -> start(Integer.parseInt(arguments[0]), Path.of(arguments[1])));
  }

  private static RunningServer start(int port, Path folder) throws Exception {
    DynamoDbServer server = DynamoDbServer.start(port, Store.open(folder), InstantSource.system());
    return new RunningServer("dynamodb=http://127.0.0.1:" + server.port(), server);
  }
}
