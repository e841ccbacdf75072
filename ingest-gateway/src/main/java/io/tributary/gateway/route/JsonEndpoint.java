package io.tributary.gateway.route;

import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonObject;
import io.tributary.gateway.json.StrictJson;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntConsumer;

/**
 * An endpoint whose body is a JSON object.
 *
 * @param reader may throw {@link InvalidInputException}
 * @param unknownMembers counts members that were not read
 */
public record JsonEndpoint<T>(
    Function<JsonObject, T> reader,
    BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler,
    IntConsumer unknownMembers)
    implements Endpoint {

  @Override
  public CompletableFuture<Reply> handle(ApiRequest request) {
    T value;
    try {
      JsonObject object = StrictJson.parse(request.body());
      value = reader.apply(object);
      unknownMembers.accept(object.unknownMembers());
    } catch (InvalidInputException e) {
      return e.problem().completed();
    }
    return handler.apply(request, value);
  }
}
