package io.tributary.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Reads on, for a short time, when a body is refused: closing at once could destroy the answer on
 * its way. The connection is kept if the rest is small.
 */
final class UnreadBodyDrain {

  private static final long SMALL = 64 * 1024;

  private UnreadBodyDrain() {}

  /** Drains the unread body; call before the reply is written. */
  static void start(HttpServerRequest request, Vertx vertx, Duration time) {
    boolean keep = isSmall(request);
    if (!keep) {
      request.response().putHeader("connection", "close");
    }
    long timer = vertx.setTimer(time.toMillis(), fired -> request.connection().close());
    request.handler(rest -> {});
    request.endHandler(
        end -> {
          vertx.cancelTimer(timer);
          if (!keep) {
            // A turn later, so that the answer, written on this event loop too, goes first
            vertx.runOnContext(next -> request.connection().close());
          }
        });
    request.resume();
  }

  /** False if the sender waits for 100 Continue: it may never send its body. */
  private static boolean isSmall(HttpServerRequest request) {
    @Nullable String length = request.getHeader("content-length");
    if (request.getHeader("transfer-encoding") != null || request.getHeader("expect") != null) {
      return false;
    }
    try {
      return length == null || Long.parseLong(length.trim()) <= SMALL;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
