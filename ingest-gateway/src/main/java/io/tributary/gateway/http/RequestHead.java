package io.tributary.gateway.http;

import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.util.List;
import java.util.Optional;

/** Rules of a request's head. */
final class RequestHead {

  private static final CharSequence HOST = HttpHeaders.HOST;

  /** Limits and signatures of a compressed body are of other bytes. */
  static final Problem ENCODED =
      Problem.at(
          ErrorCode.UNSUPPORTED_ENCODING,
          "Content-Encoding",
          "must be absent or identity: compressed bodies are not read");

  private static final String ONCE = "must be given once";

  /** Lower-case names with cached hashes: every request is asked for them. */
  private static final List<CharSequence> SINGLE =
      List.of(
          HOST,
          HttpHeaders.AUTHORIZATION,
          HttpHeaders.createOptimized("x-api-key"),
          HttpHeaders.createOptimized("idempotency-key"),
          HttpHeaders.CONTENT_TYPE);

  private RequestHead() {}

  /** A repeated deciding header, or no Host in HTTP/1.1. */
  static Optional<Problem> ambiguity(HttpServerRequest request, List<String> credentials) {
    if (request.version() == HttpVersion.HTTP_1_1 && !request.headers().contains(HOST)) {
      return Optional.of(malformed(HOST, ONCE));
    }
    return repeated(request, SINGLE)
        .or(() -> repeated(request, credentials))
        .map(name -> malformed(name, ONCE));
  }

  private static Optional<CharSequence> repeated(
      HttpServerRequest request, List<? extends CharSequence> names) {
    for (CharSequence name : names) {
      if (request.headers().contains(name) && request.headers().getAll(name).size() > 1) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  static Problem malformed(CharSequence field, String rule) {
    return Problem.at(ErrorCode.INVALID_FORMAT, field.toString(), rule);
  }

  static boolean isEncoded(HttpServerRequest request) {
    return request.headers().contains(HttpHeaders.CONTENT_ENCODING)
        && !request.headers().getAll(HttpHeaders.CONTENT_ENCODING).stream()
            .allMatch("identity"::equalsIgnoreCase);
  }
}
