package io.tributary.cli.up;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.file.Path;
import java.time.Duration;

/** Opens the embedded servers to the tests of other packages. */
public final class TestServers {

  /** Tests run in their module's folder. */
  private static final Path HOME = Path.of("..").toAbsolutePath().normalize();

  private static final HostPort ANY_PORT = new HostPort("127.0.0.1", 0);

  private final EmbeddedServer server;

  private TestServers(EmbeddedServer server) {
    this.server = server;
  }

  /** A broker on a free port that keeps its data in the folder. */
  public static TestServers kafka(Path folder) throws Exception {
    return started(ServerPlan.kafka(HOME, folder, ANY_PORT));
  }

  /** A DynamoDB on a free port that keeps its data in the folder. */
  public static TestServers dynamoDb(Path folder) throws Exception {
    return started(ServerPlan.dynamoDb(HOME, folder, ANY_PORT));
  }

  private static TestServers started(ServerPlan plan) throws Exception {
    EmbeddedServer server = new EmbeddedServer(plan, () -> {});
    server.start();
    return new TestServers(server);
  }

  /** Where it is. */
  public String endpoint() {
    return server.endpoint();
  }

  /** Ends it. */
  public void stop() throws InterruptedException {
    server.close(Deadline.after(Duration.ofSeconds(10), System::nanoTime));
  }
}
