package io.tributary.harness.server;

import java.util.Optional;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;

/** Servers in containers, in place of the embedded ones: {@code mvn verify -Pcontainers}. */
public final class Containers {

  private static final String DYNAMODB = "tributary:local";
  private static final int DYNAMODB_PORT = 8000;

  private Containers() {}

  public static boolean areWanted() {
    return Boolean.getBoolean("containers");
  }

  /** Why they cannot run; empty if they can. */
  static Optional<String> obstacle() {
    return DockerClientFactory.instance().isDockerAvailable()
        ? Optional.empty()
        : Optional.of("no container engine answers");
  }

  /**
   * Starts our server from our image, which {@code docker compose build} makes; gives its endpoint.
   */
  public static String startDynamoDb() {
    @SuppressWarnings("resource") // ends with this JVM
    GenericContainer<?> server =
        new GenericContainer<>(DYNAMODB)
            .withCommand(
                "dynamodb", "--listen", "0.0.0.0:8000", "--data", "/var/lib/tributary/state")
            .withExposedPorts(DYNAMODB_PORT)
            .waitingFor(Wait.forLogMessage(".*ready dynamodb=.*", 1));
    server.start();
    return "http://" + server.getHost() + ":" + server.getMappedPort(DYNAMODB_PORT);
  }
}
