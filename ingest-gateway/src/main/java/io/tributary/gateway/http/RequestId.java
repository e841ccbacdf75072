package io.tributary.gateway.http;

import io.tributary.runtime.ambient.Ambient;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The id under which a request is known: the sender's own if it is usable, else a fresh one. */
final class RequestId {

  static final String HEADER = "x-request-id";

  private static final Pattern USABLE = Pattern.compile("[ -~]{1,128}");

  private RequestId() {}

  static String of(HttpServerRequest request, Ambient ambient) {
    @Nullable String given = request.getHeader(HEADER);
    return given != null && USABLE.matcher(given).matches() ? given : ambient.newUuid().toString();
  }
}
