package io.tributary.gateway.http;

import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.route.Routes;
import io.tributary.runtime.ambient.Ambient;

/** What the HTTP server serves, and within which bounds. */
public record HttpApi(
    Routes routes, ByteBudget budget, HttpLimits limits, HttpMeasures measures, Ambient ambient) {}
