package io.tributary.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** A registry that answers as it is told; counts what it is asked. */
final class ScriptedRegistry implements AutoCloseable {

  record Answer(int status, String body) {

    static final Answer NOTHING = refusal(404, "there is none");

    static Answer refusal(int status, String message) {
      return new Answer(
          status, "{\"error_code\":%d,\"message\":\"%s\"}".formatted(status, message));
    }
  }

  private final AtomicInteger asked = new AtomicInteger();
  private final HttpServer server;

  /** Answers requests by their method and path, such as {@code POST /subjects}. */
  ScriptedRegistry(Function<String, Answer> answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", exchange -> answer(exchange, answers));
    server.start();
  }

  private void answer(HttpExchange exchange, Function<String, Answer> answers) throws IOException {
    asked.incrementAndGet();
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      Answer answer =
          answers.apply(exchange.getRequestMethod() + ' ' + exchange.getRequestURI().getPath());
      byte[] body = answer.body().getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  RegistryAddress address() {
    return RegistryAddress.of(URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
  }

  int asked() {
    return asked.get();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
