package io.tributary.gateway.route;

import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.json.InvalidInputException;
import io.tributary.gateway.json.JsonBody;
import io.tributary.gateway.json.RequestObject;
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
    Function<RequestObject, T> reader,
    BiFunction<ApiRequest, T, CompletableFuture<Reply>> handler,
    IntConsumer unknownMembers)
    implements Endpoint {

  /** Names of ignored fields in an answer. */
  private static final int MOST_NAMED = 20;

  @Override
  public CompletableFuture<Reply> handle(ApiRequest request) {
    T value;
    RequestObject object;
    try {
      object = JsonBody.parse(request.body());
      value = reader.apply(object);
    } catch (InvalidInputException e) {
      return e.problem().completed();
    }
    int unknown = object.unknownMembers();
    unknownMembers.accept(unknown);
    CompletableFuture<Reply> reply = handler.apply(request, value);
    return unknown == 0
        ? reply
        : reply.thenApply(done -> done.withIgnoredFields(object.namesOfUnknownMembers(MOST_NAMED)));
  }
}
