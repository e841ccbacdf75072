package io.tributary.gateway.http;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.ByteBudget;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Reads a body into one array within its limit and the byte budget. A declared length over the
 * limit is refused unread; array and budget grow with received bytes, to at most twice as many.
 */
final class BodyReader {

  private static final byte[] NOTHING = {};

  private final HttpServerRequest request;
  private final ByteBudget.Lease lease;
  private final long limit;
  private byte[] body = NOTHING;
  private int size;
  private final Consumer<byte[]> onBody;
  private final Consumer<Problem> onProblem;
  private long declared;
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
    declared = declaredLength();
    if (declared > limit) {
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
            onBody.accept(size == body.length ? body : Arrays.copyOf(body, size));
          }
        });
    request.resume();
  }

  private void append(Buffer chunk) {
    if (refused) {
      return;
    }
    long bytes = (long) size + chunk.length();
    if (bytes > limit) {
      refuse(tooLarge());
    } else if (hasRoom(bytes)) {
      chunk.getBytes(body, size);
      size = (int) bytes;
    } else {
      refuse(Problem.overloaded());
    }
  }

  /** Grows the buffer if the budget allows. */
  private boolean hasRoom(long bytes) {
    if (bytes <= body.length) {
      return true;
    }
    long most = declared == 0 ? limit : Math.max(declared, bytes);
    long ample = Math.max(bytes, Math.min(2L * size, most));
    boolean roomy = lease.growTo(ample);
    if (!roomy && !lease.growTo(bytes)) {
      return false;
    }
    body = Arrays.copyOf(body, (int) (roomy ? ample : bytes));
    return true;
  }

  private void refuse(Problem problem) {
    refused = true;
    onProblem.accept(problem);
  }

  private Problem tooLarge() {
    return Problem.of(
        ErrorCode.PAYLOAD_TOO_LARGE, "the body must have at most " + limit + " bytes");
  }

  /** Declared length, 0 if none; the decoder has checked the digits. */
  private long declaredLength() {
    String declared = request.getHeader("content-length");
    try {
      return declared == null ? 0 : Long.parseLong(declared.trim());
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
