package io.tributary.gateway.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.netty.buffer.Unpooled;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** Writes replies to the wire. */
final class ReplyWriter {

  private static final String JSON = "application/json";

  private ReplyWriter() {}

  static void write(HttpServerResponse response, String requestId, Reply reply) {
    response.setStatusCode(reply.status());
    response.putHeader(RequestId.HEADER, requestId);
    response.putHeader("x-content-type-options", "nosniff");
    reply.headers().forEach(response::putHeader);
    if (reply instanceof Answer answer) {
      write(response, answer);
    } else if (reply instanceof Problem problem) {
      response.putHeader("content-type", JSON);
      response.end(Buffer.buffer(Answer.bytes(ErrorBody.of(problem, requestId))));
    }
  }

  private static void write(HttpServerResponse response, Answer answer) {
    if (!answer.body().hasRemaining()) {
      response.end();
      return;
    }
    response.putHeader("content-type", answer.contentType());
    // Set here for HEAD, whose body Vert.x drops before it counts it
    response.putHeader("content-length", Integer.toString(answer.body().remaining()));
    // A view of the same memory: a slow reader holds nothing but a connection
    response.end(BufferInternal.buffer(Unpooled.wrappedBuffer(answer.body().duplicate())));
  }

  /** The body of an error. */
  private record ErrorBody(
      String error,
      String message,
      String requestId,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String field,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String rule,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Integer index) {

    static ErrorBody of(Problem problem, String requestId) {
      Optional<Problem.Place> place = problem.place();
      OptionalInt index = place.map(Problem.Place::index).orElse(OptionalInt.empty());
      return new ErrorBody(
          problem.code().name(),
          problem.message(),
          requestId,
          place.map(Problem.Place::field).orElse(null),
          place.map(Problem.Place::rule).orElse(null),
          index.isPresent() ? index.getAsInt() : null);
    }
  }
}
