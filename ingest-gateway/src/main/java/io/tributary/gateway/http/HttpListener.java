package io.tributary.gateway.http;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server: one event loop for each processor on one address, and one or two threads for
 * large bodies.
 */
public final class HttpListener implements Component {

  private static final long START_SECONDS = 30;
  private static final Duration STOP = Duration.ofSeconds(1);

  private final HostPort listen;
  private final HttpApi api;
  private final List<HttpLoop> loops = new ArrayList<>();
  private @Nullable Vertx vertx;

  public HttpListener(HostPort listen, HttpApi api) {
    this.listen = listen;
    this.api = api;
  }

  @Override
  public synchronized void start() throws Exception {
    int count = Runtime.getRuntime().availableProcessors();
    Vertx started =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(count)
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
    vertx = started;
    BodyOffload large = new BodyOffload(started, count);
    await(
        started.deployVerticle(() -> newLoop(large), new DeploymentOptions().setInstances(count)),
        Duration.ofSeconds(START_SECONDS));
  }

  public synchronized HostPort address() {
    return loops.isEmpty() ? listen : new HostPort(listen.host(), loops.get(0).port());
  }

  /** Refuses new connections, waits for open requests, closes. */
  @Override
  public synchronized void close(Deadline deadline) throws Exception {
    Vertx running = vertx;
    vertx = null;
    if (running == null) {
      return;
    }
    Duration left = deadline.remaining();
    List<Future<Void>> drained = loops.stream().map(loop -> loop.drain(left)).toList();
    await(Future.join(drained).otherwiseEmpty(), left.plus(STOP));
    loops.clear();
    await(running.close(), STOP.plus(STOP));
  }

  private synchronized HttpLoop newLoop(BodyOffload large) {
    HttpLoop loop = new HttpLoop(listen, api, large);
    loops.add(loop);
    return loop;
  }

  private static <T> T await(Future<T> future, Duration time) throws Exception {
    return future
        .toCompletionStage()
        .toCompletableFuture()
        .get(time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
