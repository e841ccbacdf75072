package io.tributary.gateway.channel.keys;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import org.junit.jupiter.api.Test;

class HttpPagesTest {

  /** What goes wrong is written down, and the query of a confirmation has its token. */
  @Test
  void shouldNameAPageWithoutItsQuery() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
    try {
      String page = "http://127.0.0.1:" + server.getAddress().getPort() + "/confirm";
      assertThatThrownBy(() -> new HttpPages().get(URI.create(page + "?Token=fake")).join())
          .hasRootCauseMessage(page + " answers 404");
    } finally {
      server.stop(0);
    }
  }
}
