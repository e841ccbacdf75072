package io.tributary.gateway.http;

import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body into memory within its limit and its share of the byte budget. A declared length is
 * judged before a byte is read.
 */
final class BodyReader {

  private final HttpServerRequest request;
  private final ByteBudget.Lease lease;
  private final long limit;
  private final Buffer body = Buffer.buffer();
  private final Consumer<byte[]> onBody;
  private final Consumer<Problem> onProblem;
  private boolean refused;

  BodyReader(
      HttpServerRequest request,
      ByteBudget.Lease lease,
      long limit,
      Consumer<byte[]> onBody,
      Consumer<Problem> onProblem) {
    this.request = request;
    this.lease = lease;
    this.limit = limit;
    this.onBody = onBody;
    this.onProblem = onProblem;
  }

  void read() {
    if (!admit(declaredLength())) {
      return;
    }
    if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
      request.response().writeContinue();
    }
    request.handler(this::append);
    request.endHandler(
        end -> {
          if (!refused) {
            onBody.accept(body.getBytes());
          }
        });
    request.resume();
  }

  private void append(Buffer chunk) {
    if (!refused && admit((long) body.length() + chunk.length())) {
      body.appendBuffer(chunk);
    }
  }

  private boolean admit(long bytes) {
    Problem problem = problem(bytes);
    if (problem != null) {
      refused = true;
      onProblem.accept(problem);
    }
    return problem == null;
  }

  private @Nullable Problem problem(long bytes) {
    if (bytes > limit) {
      return Problem.of(
          ErrorCode.PAYLOAD_TOO_LARGE, "the body must have at most " + limit + " bytes");
    }
    return lease.growTo(bytes)
        ? null
        : Problem.unavailable("too much is under way; repeat the request in a moment");
  }

  /** The length that the head declares, 0 for none; the server has checked that it is a number. */
  private long declaredLength() {
    String declared = request.getHeader("content-length");
    try {
      return declared == null ? 0 : Long.parseLong(declared.trim());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
