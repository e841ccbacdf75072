package io.tributary.gateway.route;

import io.tributary.gateway.answer.Reply;
import java.util.concurrent.CompletableFuture;

/** The handler of a route. */
@FunctionalInterface
public interface Endpoint {

  /**
   * Handles a request without blocking, on any thread. The future must end soon after the deadline,
   * because it holds the request's share of the byte budget.
   */
  CompletableFuture<Reply> handle(ApiRequest request);
}
