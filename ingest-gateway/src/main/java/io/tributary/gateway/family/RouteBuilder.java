package io.tributary.gateway.family;

import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.json.RequestObject;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.Endpoint;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.gateway.route.JsonEndpoint;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** Builds routes behind one authenticator. */
public record RouteBuilder(
    Authenticator authenticator, long bodyLimit, IntConsumer unknownMembers) {

  /** A route with a JSON object as its body. */
  public <T> HttpRoute json(
      String method,
      String path,
      Function<RequestObject, T> reader,
      BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler) {
    return HttpRoute.of(
        method,
        path,
        authenticator,
        bodyLimit,
        new JsonEndpoint<>(reader, handler, unknownMembers));
  }

  public HttpRoute bodiless(String method, String path, Endpoint endpoint) {
    return HttpRoute.of(method, path, authenticator, 0, endpoint);
  }
}
