package io.tributary.gateway.http;

import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;

/**
 * Handles large bodies on worker threads, because hashing and parsing would block an event loop.
 * The byte budget bounds the queue.
 */
final class BodyOffload {

  private static final int LARGE = 256 * 1024;

  /** Bodies parsed at once: a mail takes several times its bytes, uncounted by the budget. */
  private static final int MOST_THREADS = 2;

  private final WorkerExecutor workers;

  BodyOffload(Vertx vertx, int processors) {
    this.workers =
        vertx.createSharedWorkerExecutor("large-bodies", Math.min(MOST_THREADS, processors));
  }

  /** The endpoint's reply, from a worker if the body is large. */
  CompletableFuture<Reply> handle(Endpoint endpoint, ApiRequest request) {
    return request.body().length > LARGE
        ? CompletableFuture.completedFuture(request)
            .thenComposeAsync(next -> inTime(endpoint, next), this::run)
        : endpoint.handle(request);
  }

  private void run(Runnable task) {
    Future<?> unused = workers.executeBlocking(Executors.callable(task), false);
  }

  /** Skips a request whose turn comes after its deadline. */
  private static CompletableFuture<Reply> inTime(Endpoint endpoint, ApiRequest request) {
    return request.deadline().passed()
        ? Problem.overloaded().completed()
        : endpoint.handle(request);
  }
}
