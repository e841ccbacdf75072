package io.tributary.harness.server;

import com.github.dockerjava.api.DockerClient;
import io.tributary.harness.process.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.testcontainers.containers.GenericContainer;

/**
 * A server in a container. Its port on this machine is settled before it starts, because the engine
 * would give it another one with every start.
 */
class ContainerServer implements Server {

  private final GenericContainer<?> container;
  private final Answering answering;
  private final List<String> flags;

  /** Whether a server answers, by its own protocol: the engine takes connections for it always. */
  @FunctionalInterface
  interface Answering {

    boolean isTrue() throws Exception;
  }

  /**
   * Starts it.
   *
   * @param container whose ports are bound to this machine's loopback
   * @param flags tell {@code up} of it
   */
  ContainerServer(GenericContainer<?> container, Answering answering, List<String> flags) {
    this.container = container;
    this.answering = answering;
    this.flags = List.copyOf(flags);
    container.start();
    awaitAnswer();
  }

  /** A port of loopback that nobody listens on now. */
  static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public List<String> flags() {
    return flags;
  }

  @Override
  public boolean isChild() {
    return false;
  }

  @Override
  public void kill() {
    engine().killContainerCmd(id()).withSignal("KILL").exec();
  }

  @Override
  public void startAgain() {
    if (!isRunning()) {
      engine().startContainerCmd(id()).exec();
      awaitAnswer();
    }
  }

  @Override
  public void close() {
    container.close();
  }

  final DockerClient engine() {
    return container.getDockerClient();
  }

  final String id() {
    return container.getContainerId();
  }

  private boolean isRunning() {
    return Boolean.TRUE.equals(engine().inspectContainerCmd(id()).exec().getState().getRunning());
  }

  private void awaitAnswer() {
    Eventually.await(container.getDockerImageName() + " answers")
        .ignoreExceptions()
        .until(answering::isTrue);
  }
}
