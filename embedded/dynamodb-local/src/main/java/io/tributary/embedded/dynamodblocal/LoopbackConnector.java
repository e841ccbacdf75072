package io.tributary.embedded.dynamodblocal;

import io.tributary.embedded.child.LoopbackPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The one listener of an HTTP server that would otherwise listen on every interface. */
final class LoopbackConnector {
  private final ServerConnector connector;

  private LoopbackConnector(ServerConnector connector) {
    this.connector = connector;
  }

  /**
   * Takes hold of the listener.
   *
   * @throws IllegalStateException if the server has started, or has not exactly one TCP listener
   */
  static LoopbackConnector of(Server server) {
    Connector[] connectors = server.getConnectors();
    if (!server.isStopped()
        || connectors.length != 1
        || !(connectors[0] instanceof ServerConnector connector)) {
      throw new IllegalStateException(
          "this DynamoDB Local cannot be bound to loopback: its listener cannot be set");
    }
    return new LoopbackConnector(connector);
  }

  /** Before the start: where to listen. */
  void bindTo(LoopbackPort listen) {
    connector.setHost(LoopbackPort.HOST);
    connector.setPort(listen.number());
  }

  /**
   * After the start: where it does listen.
   *
   * @throws IllegalStateException if that is not loopback
   */
  void requireLoopback() throws IOException {
    SocketAddress bound =
        connector.getTransport() instanceof ServerSocketChannel channel
            ? channel.getLocalAddress()
            : null;
    if (!(bound instanceof InetSocketAddress address)
        || !address.getAddress().isLoopbackAddress()) {
      throw new IllegalStateException("refusing to listen on " + bound);
    }
  }

  LoopbackPort port() {
    return new LoopbackPort(connector.getLocalPort());
  }
}
