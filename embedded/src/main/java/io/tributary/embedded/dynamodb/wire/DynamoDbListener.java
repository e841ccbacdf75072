package io.tributary.embedded.dynamodb.wire;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The JDK's HTTP server before the operations. */
public final class DynamoDbListener implements AutoCloseable {
  private static final int THREADS = 16;
  private static final int STOP_LIMIT_SECONDS = 5;

  /** Expressions of 4,096 bytes may nest as deep. */
  private static final long STACK_BYTES = 16L << 20;

  static {
    // Without the first, answers wait 40 ms for an acknowledgement; SDKs keep connections for 60 s.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.idleInterval", "600");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "2000");
  }

  private final HttpServer server;
  private final ExecutorService threads;

  private DynamoDbListener(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /** Listens. */
  public static DynamoDbListener start(InetSocketAddress address, HttpHandler handler)
      throws IOException {
    HttpServer server = HttpServer.create(address, 1024);
    AtomicInteger number = new AtomicInteger();
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> new Thread(null, task, "request-" + number.incrementAndGet(), STACK_BYTES));
    server.setExecutor(threads);
    server.createContext("/", handler);
    server.start();
    return new DynamoDbListener(server, threads);
  }

  /** The port that it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Stops; returns when no request is being served any more. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
    try {
      if (!threads.awaitTermination(STOP_LIMIT_SECONDS, TimeUnit.SECONDS)) {
        System.err.println("requests were still being served after " + STOP_LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
