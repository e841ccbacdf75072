package io.tributary.benchmarks.process;

import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.RunningServer;
import io.tributary.embedded.dynamodb.DynamoDbServer;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.runtime.ambient.Ambient;
import java.nio.file.Path;

/** The process of a DynamoDB server. Argument: folder of its tables. */
public final class DynamoDbChild {

  private DynamoDbChild() {}

  /** Serves until standard input ends. */
  public static void main(String[] arguments) {
    ChildProcess.run(child -> start(Path.of(arguments[0])));
  }

  private static RunningServer start(Path folder) throws Exception {
    DynamoDbServer server = DynamoDbServer.start(0, Store.open(folder), Ambient.system().clock());
    return new RunningServer("dynamodb=http://127.0.0.1:" + server.port(), server);
  }
}
