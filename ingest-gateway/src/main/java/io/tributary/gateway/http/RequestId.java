package io.tributary.gateway.http;

import io.tributary.runtime.context.RuntimeContext;
import io.vertx.core.http.HttpServerRequest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A request's id: the sender's if usable, otherwise a fresh UUID. */
final class RequestId {

  static final String HEADER = "x-request-id";

  private static final Pattern USABLE = Pattern.compile("[ -~]{1,128}");

  private RequestId() {}

  static String of(HttpServerRequest request, RuntimeContext runtime) {
    @Nullable String given = request.getHeader(HEADER);
    return given != null && USABLE.matcher(given).matches() ? given : runtime.newUuid().toString();
  }
}
