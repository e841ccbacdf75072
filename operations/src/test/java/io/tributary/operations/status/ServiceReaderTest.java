package io.tributary.operations.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.tributary.runtime.lifecycle.HealthReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ServiceReaderTest {

  private final HttpServer server =
      HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  private final ServiceReader reader =
      new ServiceReader(
          URI.create("http://127.0.0.1:" + server.getAddress().getPort()), InstantSource.system());

  ServiceReaderTest() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldReadTheReasonsOfAnUnreadyService() throws IOException {
    serve("/health/ready", 503, "{\"reasons\":[{\"code\":\"starting\",\"message\":\"begins\"}]}");
    serve("/metrics", 200, "tributary_gateway_requests_total 1\n");

    assertThat(reader.read().reasons()).containsExactly(new HealthReason("starting", "begins"));
  }

  @Test
  void shouldCallAServerWithoutThePagesSomethingElse() {
    serve("/", 404, "");

    assertThatThrownBy(reader::read).hasMessageContaining("something else answers");
  }

  private void serve(String path, int status, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }
}
