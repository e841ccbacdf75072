package io.tributary.gateway.http;

import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.Routes;
import io.tributary.runtime.ambient.Ambient;

/** The API behind the HTTP server, with its limits. */
public record HttpApi(
    Routes routes,
    ByteBudget budget,
    HttpLimits limits,
    GatewayMetrics metrics,
    RefusedRequests refused,
    Ambient ambient) {

  public HttpApi(
      Routes routes,
      ByteBudget budget,
      HttpLimits limits,
      GatewayMetrics metrics,
      Ambient ambient) {
    this(routes, budget, limits, metrics, new RefusedRequests(metrics, ambient.ticker()), ambient);
  }
}
