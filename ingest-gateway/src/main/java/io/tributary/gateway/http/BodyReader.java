package io.tributary.gateway.http;

import io.tributary.gateway.admission.ByteBudget;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/**
 * Reads a body into memory within its limit and its share of the byte budget. A declared length is
 * judged before a byte is read; the share follows the bytes that come, so that nobody takes it with
 * a promise.
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
    if (declaredLength() > limit) {
      refuse(tooLarge());
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
    if (refused) {
      return;
    }
    long bytes = (long) body.length() + chunk.length();
    if (bytes > limit) {
      refuse(tooLarge());
    } else if (lease.growTo(bytes)) {
      body.appendBuffer(chunk);
    } else {
      refuse(Problem.unavailable("too much is under way; repeat the request in a moment"));
    }
  }

  private void refuse(Problem problem) {
    refused = true;
    onProblem.accept(problem);
  }

  private Problem tooLarge() {
    return Problem.of(
        ErrorCode.PAYLOAD_TOO_LARGE, "the body must have at most " + limit + " bytes");
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
