package io.tributary.gateway.http;

import io.tributary.runtime.context.Ticker;
import io.tributary.runtime.lifecycle.Deadline;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The deadline of a request, and its timer. For one event loop. */
final class RequestTimer {

  private static final long NONE = -1;

  private final Vertx vertx;
  private final Ticker ticker;
  private final Runnable onDeadline;
  private Deadline deadline;
  private long id = NONE;

  RequestTimer(Vertx vertx, Ticker ticker, Runnable onDeadline) {
    this.vertx = vertx;
    this.ticker = ticker;
    this.onDeadline = onDeadline;
    deadline = Deadline.after(Duration.ZERO, ticker);
  }

  void restart(Duration time) {
    cancel();
    deadline = Deadline.after(time, ticker);
    id = vertx.setTimer(time.toMillis(), fired -> onDeadline.run());
  }

  Deadline deadline() {
    return deadline;
  }

  void cancel() {
    if (id != NONE) {
      vertx.cancelTimer(id);
    }
  }
}
