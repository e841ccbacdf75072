package io.tributary.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.impl.VertxConnection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Closes a connection that brings no head in time, however slowly, or that is refused. */
final class ConnectionGuard {

  private static final long NONE = -1;
  private static final long SMALL = 64 * 1024;
  private static final CharSequence EXPECT = HttpHeaders.createOptimized("expect");

  private final Vertx vertx;
  private final HttpConnection connection;
  private long timer = NONE;
  private boolean refused;

  ConnectionGuard(Vertx vertx, HttpConnection connection) {
    this.vertx = vertx;
    this.connection = connection;
  }

  /** Closes the connection unless a head arrives in that time. */
  void expectHead(Duration time) {
    headArrived();
    timer = vertx.setTimer(time.toMillis(), fired -> connection.close());
  }

  /** Stops the timer. */
  void headArrived() {
    if (timer != NONE) {
      vertx.cancelTimer(timer);
      timer = NONE;
    }
  }

  /** True once requests are ignored, because they came behind a refused one. */
  boolean isRefused() {
    return refused;
  }

  void refuse() {
    refused = true;
  }

  /**
   * Reads on, for a short time, when a request is refused: closing at once could destroy the answer
   * on its way. The connection is kept if the rest is small and its end is certain. Call before the
   * reply is written.
   */
  void drain(HttpServerRequest request, Duration time) {
    boolean keep = !refused && isSmall(request);
    if (!keep) {
      refused = true;
      request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    long closing = vertx.setTimer(time.toMillis(), fired -> connection.close());
    request.handler(rest -> {});
    request.endHandler(
        end -> {
          vertx.cancelTimer(closing);
          if (!keep) {
            // A turn later, so that the answer, written on this event loop too, goes first
            vertx.runOnContext(next -> connection.close());
          }
        });
    request.resume();
  }

  /** Sends the answer now: malformed bytes behind it close the connection. */
  void flush() {
    ((VertxConnection) connection).channelHandlerContext().flush();
  }

  /** False if the sender waits for 100 Continue: it may never send its body. */
  private static boolean isSmall(HttpServerRequest request) {
    @Nullable String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (request.headers().contains(HttpHeaders.TRANSFER_ENCODING)
        || request.headers().contains(EXPECT)) {
      return false;
    }
    try {
      return length == null || Long.parseLong(length.trim()) <= SMALL;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
