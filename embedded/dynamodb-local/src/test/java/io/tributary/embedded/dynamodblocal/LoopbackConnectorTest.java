package io.tributary.embedded.dynamodblocal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.Test;

final class LoopbackConnectorTest {
  @Test
  void shouldRefuseAServerWhoseListenersItCannotAllSet() {
    Server none = new Server();
    Server two = new Server(0);
    two.addConnector(new ServerConnector(two));
    Server unknown = new Server();
    unknown.addConnector(new LocalConnector(unknown));

    for (Server server : new Server[] {none, two, unknown}) {
      assertThatThrownBy(() -> LoopbackConnector.of(server))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "this DynamoDB Local cannot be bound to loopback: its listener cannot be set");
    }
  }

  @Test
  void shouldRefuseAListenerThatIsNotOnLoopbackAfterAll() {
    Server server = new Server();
    server.addConnector(new ServerConnector(server));
    LoopbackConnector connector = LoopbackConnector.of(server);

    // Never started, it is bound to nothing, which is not loopback either.
    assertThatThrownBy(connector::requireLoopback)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("refusing to listen on null");
  }

  @Test
  void shouldRefuseAServerThatAlreadyListens() throws Exception {
    Server server = new Server();
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.start();
    try {
      assertThatThrownBy(() -> LoopbackConnector.of(server))
          .isInstanceOf(IllegalStateException.class);
    } finally {
      server.stop();
    }
  }
}
