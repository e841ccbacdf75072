package io.tributary.gateway.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.Unpooled;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.answer.Reply;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;

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
      response.end(body(problem, requestId));
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

  private static String body(Problem problem, String requestId) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("error", problem.code().name());
    body.put("message", problem.message());
    body.put("request_id", requestId);
    problem
        .place()
        .ifPresent(
            place -> {
              body.put("field", place.field());
              body.put("rule", place.rule());
              place.index().ifPresent(index -> body.put("index", index));
            });
    return body.toString();
  }
}
