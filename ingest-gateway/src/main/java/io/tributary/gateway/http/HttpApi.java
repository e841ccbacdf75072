package io.tributary.gateway.http;

import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.Routes;
import io.tributary.runtime.context.RuntimeContext;

/** The API behind the HTTP server, with its limits. */
public record HttpApi(
    Routes routes,
    ByteBudget budget,
    HttpLimits limits,
    GatewayMetrics metrics,
    RefusedRequests refused,
    RuntimeContext runtime) {

  public HttpApi(
      Routes routes,
      ByteBudget budget,
      HttpLimits limits,
      GatewayMetrics metrics,
      RuntimeContext runtime) {
    this(routes, budget, limits, metrics, new RefusedRequests(metrics, runtime.ticker()), runtime);
  }
}
