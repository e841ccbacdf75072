package io.tributary.gateway.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;

/** Closes a connection that brings no head in time, however slowly its bytes come. */
final class ConnectionGuard {

  private static final long NONE = -1;

  private final Vertx vertx;
  private final HttpConnection connection;
  private long timer = NONE;

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
}
