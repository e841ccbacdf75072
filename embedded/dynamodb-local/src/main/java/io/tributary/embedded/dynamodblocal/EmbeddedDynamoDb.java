package io.tributary.embedded.dynamodblocal;

import io.tributary.embedded.child.Arguments;
import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.RunningServer;
import io.tributary.embedded.child.UsageException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * The process of DynamoDB Local. Arguments: {@code --listen 127.0.0.1:PORT} and either {@code
 * --data DIR}, which keeps the tables, or {@code --in-memory}, which forgets them. Prints {@code
 * ready dynamodb=http://127.0.0.1:PORT}.
 */
public final class EmbeddedDynamoDb {
  private static final Set<String> OPTIONS = Set.of("listen", "data");
  private static final Set<String> FLAGS = Set.of("in-memory");

  private EmbeddedDynamoDb() {}

  /** Runs the endpoint until standard input ends. */
  public static void main(String[] args) {
    ChildProcess.run(child -> start(child, Arguments.parse(args, OPTIONS, FLAGS)));
  }

  private static RunningServer start(ChildProcess child, Arguments arguments) throws Exception {
    LoopbackPort listen = arguments.listen();
    List<String> storage = storage(child, arguments);
    listen.requireFree();
    DynamoDbLocal server = DynamoDbLocal.create(storage);
    LoopbackConnector connector = LoopbackConnector.of(server.jetty());
    connector.bindTo(listen);
    server.start();
    connector.requireLoopback();
    return new RunningServer("dynamodb=http://" + connector.port(), server::stop);
  }

  private static List<String> storage(ChildProcess child, Arguments arguments) throws Exception {
    if (arguments.has("in-memory") == arguments.has("data")) {
      throw new UsageException("exactly one of --data DIR and --in-memory is required");
    }
    if (arguments.has("in-memory")) {
      return List.of("-inMemory");
    }
    Path directory = arguments.data();
    child.claim(directory);
    return List.of("-dbPath", directory.toString());
  }
}
