package io.tributary.embedded.dynamodb;

import io.tributary.embedded.child.Arguments;
import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.RunningServer;
import io.tributary.embedded.child.UsageException;
import io.tributary.embedded.dynamodb.store.Store;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;

/**
 * The process of the server. Arguments: {@code --listen 127.0.0.1:PORT} and either {@code --data
 * DIR}, which keeps the tables, or {@code --in-memory}, which forgets them; {@code --expiry-pace
 * SECONDS} between two sweeps of expired items, 10 by default; {@code --shard-life SECONDS}, four
 * hours by default. Prints {@code ready dynamodb=http://127.0.0.1:PORT}.
 */
public final class EmbeddedDynamoDb {
  private static final Set<String> OPTIONS = Set.of("listen", "data", "expiry-pace", "shard-life");

  private EmbeddedDynamoDb() {}

  /** Runs the server until standard input ends. */
  public static void main(String[] args) {
    ChildProcess.run(child -> start(child, Arguments.parse(args, OPTIONS, Set.of("in-memory"))));
  }

  private static RunningServer start(ChildProcess child, Arguments arguments) throws Exception {
    LoopbackPort listen = arguments.listen();
    if (arguments.has("in-memory") == arguments.has("data")) {
      throw new UsageException("exactly one of --data DIR and --in-memory is required");
    }
    Duration expiryPace = seconds(arguments, "expiry-pace", DynamoDbServer.EXPIRY_PACE);
    Duration shardLife = seconds(arguments, "shard-life", DynamoDbServer.SHARD_LIFE);
    listen.requireFree();
    DynamoDbServer server =
        DynamoDbServer.start(
            listen.socketAddress(),
            store(child, arguments),
            expiryPace,
            shardLife,
            InstantSource.system());
    return new RunningServer("dynamodb=http://" + new LoopbackPort(server.port()), server);
  }

  private static Duration seconds(Arguments arguments, String name, Duration otherwise) {
    if (!arguments.has(name)) {
      return otherwise;
    }
    String given = arguments.all(name).get(0);
    if (!given.matches("[1-9][0-9]{0,8}")) {
      throw new UsageException("--" + name + " takes a number of seconds, not " + given);
    }
    return Duration.ofSeconds(Long.parseLong(given));
  }

  private static Store store(ChildProcess child, Arguments arguments)
      throws IOException, InterruptedException {
    if (arguments.has("in-memory")) {
      return Store.inMemory();
    }
    Path directory = arguments.data();
    child.claim(directory);
    return Store.open(directory);
  }
}
