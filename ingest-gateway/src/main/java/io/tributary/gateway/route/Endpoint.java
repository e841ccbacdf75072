package io.tributary.gateway.route;

import io.tributary.gateway.answer.Reply;
import java.util.concurrent.CompletableFuture;

/** The handler of a route. */
@FunctionalInterface
public interface Endpoint {

  /**
   * Handles a request without blocking, on any thread. The future must be done soon after the
   * request's deadline at the latest, because the request's share of the byte budget is held until
   * then.
   */
  CompletableFuture<Reply> handle(ApiRequest request);
}
