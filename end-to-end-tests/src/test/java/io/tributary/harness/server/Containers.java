package io.tributary.harness.server;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import java.util.Map;
import java.util.Objects;
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
    return "false".equals(System.getProperty("containers.skipped"));
  }

  /** Why they cannot run; empty if they can. */
  static Optional<String> obstacle() {
    try {
      return DockerClientFactory.instance().isDockerAvailable()
          ? Optional.empty()
          : Optional.of("no container engine answers");
    } catch (RuntimeException e) {
      return Optional.of("the container engine cannot be used: " + e.getMessage());
    }
  }

  /** Settings of a pipeline on a DynamoDB of its own, from our image; none without containers. */
  public static Map<String, String> settings() {
    return areWanted() ? Map.of("TRIBUTARY_DYNAMODB_ENDPOINT", startDynamoDb()) : Map.of();
  }

  private static String startDynamoDb() {
    @SuppressWarnings("resource") // ends with this JVM
    GenericContainer<?> server =
        new GenericContainer<>(DYNAMODB)
            .withCommand(
                "dynamodb", "--listen", "0.0.0.0:8000", "--data", "/var/lib/tributary/state")
            .withExposedPorts(DYNAMODB_PORT)
            .withCreateContainerCmdModifier(command -> onLoopback(command, DYNAMODB_PORT, 0))
            .waitingFor(Wait.forLogMessage(".*ready dynamodb=.*", 1));
    server.start();
    return "http://127.0.0.1:" + server.getMappedPort(DYNAMODB_PORT);
  }

  /** Lets this machine alone reach a port of a container, by a port of its own or any, 0. */
  static void onLoopback(CreateContainerCmd command, int port, int own) {
    Ports.Binding binding =
        own == 0
            ? Ports.Binding.bindIp("127.0.0.1")
            : Ports.Binding.bindIpAndPort("127.0.0.1", own);
    Objects.requireNonNullElseGet(command.getHostConfig(), HostConfig::new)
        .withPortBindings(new PortBinding(binding, new ExposedPort(port)));
  }
}
