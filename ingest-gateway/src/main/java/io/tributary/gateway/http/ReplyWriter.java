package io.tributary.gateway.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.Unpooled;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Document;
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
      if (!answer.contentType().isEmpty()) {
        response.putHeader("content-type", answer.contentType());
      }
      response.end(answer.body());
    } else if (reply instanceof Document document) {
      write(response, document);
    } else if (reply instanceof Problem problem) {
      response.putHeader("content-type", JSON);
      response.end(body(problem, requestId));
    }
  }

  private static void write(HttpServerResponse response, Document document) {
    if (document.content().hasRemaining()) {
      response.putHeader("content-type", document.contentType());
      // Said here, because who asks for the head alone gets no content that could be counted
      response.putHeader("content-length", Integer.toString(document.content().remaining()));
    }
    // A view of the same memory: whoever reads slowly holds nothing but a connection
    response.end(BufferInternal.buffer(Unpooled.wrappedBuffer(document.content().duplicate())));
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
