package io.tributary.harness.server;

import io.tributary.embedded.child.Arguments;
import io.tributary.embedded.child.ChildProcess;
import io.tributary.embedded.child.LoopbackPort;
import io.tributary.embedded.child.RunningServer;
import java.nio.file.Path;
import java.util.Set;

/**
 * The registry's process. Arguments: {@code --listen 127.0.0.1:PORT --data DIR --server DIR}, where
 * the server is the unpacked archive of Apicurio Registry. Prints {@code ready
 * registry=http://127.0.0.1:PORT}.
 */
public final class RegistryServer {
  private static final Set<String> OPTIONS = Set.of("listen", "data", "server");

  private RegistryServer() {}

  /** Runs the registry until standard input ends. */
  public static void main(String[] args) {
    ChildProcess.run(child -> start(child, Arguments.parse(args, OPTIONS, Set.of())));
  }

  private static RunningServer start(ChildProcess child, Arguments arguments) throws Exception {
    Path directory = arguments.data();
    LoopbackPort listen = arguments.listen();
    ApicurioServer server = ApicurioServer.unpackedIn(arguments.path("server"));
    child.claim(directory);
    listen.requireFree();
    LoopbackPort bound = server.start(listen, directory);
    return new RunningServer("registry=http://" + bound, server::awaitEnd);
  }
}
