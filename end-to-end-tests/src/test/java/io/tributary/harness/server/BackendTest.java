package io.tributary.harness.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class BackendTest {

  private static final Map<String, String> ANSWERS =
      Map.of(
          "/_ping", "OK",
          "/version", "{\"ApiVersion\":\"1.41\",\"Version\":\"20.10.0\",\"Os\":\"linux\"}",
          "/info", "{\"ServerVersion\":\"20.10.0\",\"OperatingSystem\":\"none\",\"MemTotal\":1}");

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "127.0.0.1", "::1"})
  void shouldUseAnEngineOfThisMachine(String host) {
    assertThatCode(() -> Backend.requireHere(host)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "172.17.0.1"})
  void shouldNotUseAnEngineElsewhere(String host) {
    assertThatThrownBy(() -> Backend.requireHere(host)).hasMessageContaining(host);
  }

  /** An engine without a network: it answers, has nothing and can pull nothing. */
  @Test
  void shouldDoWithoutAnEngineThatCannotPull(@TempDir Path home) throws Exception {
    HttpServer engine =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    engine.createContext("/", BackendTest::answer);
    engine.start();
    try {
      assertThat(chosenWith(engine.getAddress().getPort(), home))
          .contains("end-to-end backend: embedded")
          .contains("BUT IT CANNOT BE USED");
    } finally {
      engine.stop(0);
    }
  }

  private static void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().replaceFirst("^/v[0-9.]+", "");
    String known = ANSWERS.get(path);
    int status = known != null ? 200 : path.endsWith("/json") ? 404 : 500;
    byte[] body =
        (known != null ? known : "{\"message\":\"no network\"}").getBytes(StandardCharsets.UTF_8);
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** What a process of tests says that meets it; the choice is made once in each. */
  private static String chosenWith(int port, Path home) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Duser.home=" + home,
            "-cp",
            System.getProperty("java.class.path"),
            Choose.class.getName());
    builder.environment().put("DOCKER_HOST", "tcp://127.0.0.1:" + port);
    builder.environment().put("TESTCONTAINERS_PULL_TIMEOUT", "1");
    builder.environment().remove("TESTCONTAINERS_RYUK_DISABLED");
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  /** A process of tests, as far as it chooses. */
  static final class Choose {

    private Choose() {}

    public static void main(String[] args) {
      Backend.chosen();
    }
  }
}
