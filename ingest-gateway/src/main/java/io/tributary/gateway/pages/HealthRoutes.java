package io.tributary.gateway.pages;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.runtime.lifecycle.HealthReason;
import java.util.List;
import java.util.function.Supplier;

/** Health without reasons, which only operators see. */
public final class HealthRoutes {

  private static final int READY = 200;
  private static final int UNREADY = 503;
  private static final long NO_BODY = 0;

  private HealthRoutes() {}

  public static List<HttpRoute> of(Supplier<List<HealthReason>> reasons) {
    return List.of(
        route("/health/live", () -> health(READY, "alive")),
        route(
            "/health/ready",
            () -> reasons.get().isEmpty() ? health(READY, "ready") : health(UNREADY, "unready")));
  }

  private static HttpRoute route(String path, Supplier<Reply> reply) {
    return HttpRoute.of(
        "GET", path, Authenticator.OPEN, NO_BODY, request -> reply.get().completed());
  }

  private static Reply health(int status, String word) {
    return new Answer(status, "application/json", "{\"status\":\"" + word + "\"}");
  }
}
