package io.tributary.runtime.health;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Serves {@link OpsPages} on an address of its own. */
public final class OpsServer implements Component {

  private static final int BACKLOG = 1024;
  private static final int THREADS = 8;
  private static final OpsContent.Page ONLY_GET =
      OpsContent.Page.of(405, "text/plain", "only GET\n");

  static {
    // Read once by the JDK's server: a sender that stalls must not keep a thread for ever
    System.setProperty("sun.net.httpserver.maxReqTime", "5");
    System.setProperty("sun.net.httpserver.maxRspTime", "5");
  }

  private final HostPort listen;
  private final OpsPages pages;
  private final ExecutorService executor =
      Executors.newFixedThreadPool(THREADS, task -> daemon(task));
  private volatile OpsContent more = request -> Optional.empty();
  private @Nullable HttpServer server;

  public OpsServer(HostPort listen, OpsPages pages) {
    this.listen = listen;
    this.pages = pages;
  }

  /** Adds pages. */
  public OpsServer with(OpsContent content) {
    more = content;
    return this;
  }

  @Override
  public synchronized void start() throws IOException {
    HttpServer started = bound();
    started.createContext("/", this::answer);
    started.setExecutor(executor);
    started.start();
    server = started;
  }

  private HttpServer bound() throws IOException {
    try {
      return HttpServer.create(listen.address(), BACKLOG);
    } catch (BindException e) {
      throw listen.named(e);
    }
  }

  public synchronized HostPort address() {
    HttpServer running = server;
    return running == null ? listen : new HostPort(listen.host(), running.getAddress().getPort());
  }

  @Override
  public synchronized void close(Deadline deadline) {
    if (server != null) {
      server.stop(0);
      server = null;
    }
    executor.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    OpsContent.Page page = page(exchange);
    byte[] body = page.body().getBytes(StandardCharsets.UTF_8);
    page.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.getResponseHeaders().set("Content-Type", page.contentType());
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(page.status(), body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  private OpsContent.Page page(HttpExchange exchange) {
    OpsContent.Request request =
        OpsContent.Request.of(
            exchange.getRequestMethod(),
            exchange.getRequestURI(),
            name -> Objects.requireNonNullElse(exchange.getRequestHeaders().getFirst(name), ""));
    return switch (request.method()) {
      case "GET" ->
          pages
              .at(request.path())
              .or(() -> more.answer(request))
              .orElse(
                  OpsContent.Page.of(404, "text/plain", "/health/live, /health/ready, /metrics\n"));
      case "POST" -> more.answer(request).orElse(ONLY_GET);
      default -> ONLY_GET;
    };
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "ops-server");
    thread.setDaemon(true);
    return thread;
  }
}
