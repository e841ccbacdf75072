package io.tributary.runtime.health;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.health.OpsContent.Page;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.net.BindException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves {@link OpsPages} on an address of its own. One event loop reads all requests, so senders
 * that stall hold up no other. A thread of its own makes the pages of health and metrics, once for
 * all requests of the meantime.
 */
public final class OpsServer implements Component {

  private static final Logger log = LoggerFactory.getLogger(OpsServer.class);
  private static final int BACKLOG = 1024;
  private static final int LOOKING_THREADS = 4;
  private static final int MOST_WAITING = 400;
  private static final long START_SECONDS = 30;

  /** Time for a head, and for a client to take its answer. */
  private static final long PATIENCE_MS = 5000;

  private static final int IDLE_SECONDS = 30;
  private static final Page ONLY_GET = Page.of(405, "text/plain", "only GET\n");
  private static final Page BUSY =
      new Page(503, "text/plain", "too many look at once\n", Map.of("Retry-After", "1"));
  private static final Page FOREIGN =
      Page.of(403, "text/plain", "this listener answers under its address\n");
  private static final Page FAILED = Page.of(500, "text/plain", "see the log\n");

  private final HostPort listen;
  private final boolean loopback;
  private final OpsPages pages;
  private final ExecutorService health = daemons(1, "ops-health");
  private final ExecutorService looking = daemons(LOOKING_THREADS, "ops-pages");
  private final Map<String, CompletableFuture<Page>> underWay = new ConcurrentHashMap<>();
  private final Map<HttpConnection, Long> timers = new HashMap<>();
  private volatile OpsContent more = request -> Optional.empty();
  private @Nullable Vertx vertx;
  private @Nullable HttpServer server;

  public OpsServer(HostPort listen, OpsPages pages) {
    this.listen = listen;
    this.loopback = listen.isLoopback();
    this.pages = pages;
  }

  /** Adds pages. */
  public OpsServer with(OpsContent content) {
    more = content;
    return this;
  }

  private static ExecutorService daemons(int count, String name) {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            count,
            count,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(MOST_WAITING),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }

  @Override
  public synchronized void start() throws IOException {
    Vertx started =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    vertx = started;
    HttpServerOptions options =
        new HttpServerOptions()
            .setHttp2ClearTextEnabled(false)
            .setAcceptBacklog(BACKLOG)
            .setIdleTimeout(IDLE_SECONDS);
    try {
      server =
          started
              .createHttpServer(options)
              .connectionHandler(connection -> expectHead(started, connection))
              .requestHandler(request -> onRequest(started, request))
              .listen(listen.port(), listen.host())
              .toCompletionStage()
              .toCompletableFuture()
              .get(START_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof BindException busy ? listen.named(busy) : new IOException(e);
    } catch (TimeoutException e) {
      throw new IOException(listen + " cannot be listened at in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  public synchronized HostPort address() {
    HttpServer running = server;
    return running == null ? listen : new HostPort(listen.host(), running.actualPort());
  }

  @Override
  public synchronized void close(Deadline deadline) {
    if (vertx != null) {
      vertx.close();
      vertx = null;
      server = null;
    }
    health.shutdownNow();
    looking.shutdownNow();
  }

  /** Closes the connection unless a request or its answer comes to its end in time. */
  private void expect(Vertx loop, HttpConnection connection, long millis) {
    Long before = timers.put(connection, loop.setTimer(millis, fired -> connection.close()));
    if (before != null) {
      loop.cancelTimer(before);
    }
  }

  private void expectHead(Vertx loop, HttpConnection connection) {
    expect(loop, connection, PATIENCE_MS);
    connection.closeHandler(
        closed -> {
          Long timer = timers.remove(connection);
          if (timer != null) {
            loop.cancelTimer(timer);
          }
        });
  }

  private void onRequest(Vertx loop, HttpServerRequest request) {
    Long expected = timers.remove(request.connection());
    if (expected != null) {
      loop.cancelTimer(expected);
    }
    Context context = loop.getOrCreateContext();
    CompletableFuture<Page> unused =
        page(request)
            .whenComplete(
                (page, failure) ->
                    context.runOnContext(
                        any -> write(loop, request, failure == null ? page : failed(failure))));
  }

  private static Page failed(Throwable failure) {
    Throwable cause = failure.getCause() == null ? failure : failure.getCause();
    if (failure instanceof RejectedExecutionException) {
      return BUSY;
    }
    log.warn("a page cannot be made: {}", cause.toString());
    return FAILED;
  }

  private CompletableFuture<Page> page(HttpServerRequest request) {
    OpsContent.Request asked =
        OpsContent.Request.of(
            request.method().name(),
            request.path(),
            request.query(),
            name -> Objects.requireNonNullElse(request.getHeader(name), ""));
    if (asked.method().equals("POST")) {
      return later(() -> more.answer(asked).orElse(ONLY_GET), looking);
    }
    if (!asked.method().equals("GET") && !asked.method().equals("HEAD")) {
      return CompletableFuture.completedFuture(ONLY_GET);
    }
    if (!pages.isAt(asked.path())) {
      return later(() -> more.answer(asked).orElse(OpsPages.NOT_FOUND), looking);
    }
    return isForeign(asked) ? CompletableFuture.completedFuture(FOREIGN) : shared(asked.path());
  }

  /** Only programs of this machine reach a loopback address; browsers, which name a host, too. */
  private boolean isForeign(OpsContent.Request asked) {
    return !asked.host().isEmpty()
        && loopback
        && !asked.isToThisMachine(Optional.of(listen.host()));
  }

  /** A page that all share who ask for it until it is made. */
  private CompletableFuture<Page> shared(String path) {
    CompletableFuture<Page> made = new CompletableFuture<>();
    CompletableFuture<Page> first = underWay.putIfAbsent(path, made);
    if (first != null) {
      return first;
    }
    CompletableFuture<Page> unused =
        later(() -> pages.at(path).orElse(OpsPages.NOT_FOUND), health)
            .whenComplete(
                (page, failure) -> {
                  underWay.remove(path);
                  if (failure == null) {
                    made.complete(page);
                  } else {
                    made.completeExceptionally(failure);
                  }
                });
    return made;
  }

  private static CompletableFuture<Page> later(Supplier<Page> page, Executor threads) {
    try {
      return CompletableFuture.supplyAsync(page, threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private void write(Vertx loop, HttpServerRequest request, Page page) {
    HttpServerResponse response = request.response();
    if (response.closed()) {
      return;
    }
    expect(loop, request.connection(), PATIENCE_MS);
    page.headers().forEach(response::putHeader);
    response
        .setStatusCode(page.status())
        .putHeader(HttpHeaders.CONTENT_TYPE, page.contentType())
        .putHeader("X-Content-Type-Options", "nosniff")
        .end(page.body())
        .onSuccess(sent -> expect(loop, request.connection(), IDLE_SECONDS * 1000L));
  }
}
