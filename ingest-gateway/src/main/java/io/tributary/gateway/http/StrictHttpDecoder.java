package io.tributary.gateway.http;

import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpVersion;
import io.vertx.core.http.Http1ServerConfig;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import java.util.Set;

/** A decoder that refuses heads which a proxy could read otherwise. */
final class StrictHttpDecoder extends VertxHttpRequestDecoder {

  private static final Set<String> VERSIONS =
      Set.of(HttpVersion.HTTP_1_1.text(), HttpVersion.HTTP_1_0.text());

  static final class BadHead extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    BadHead(String rule) {
      super(rule);
    }
  }

  StrictHttpDecoder(Http1ServerConfig config) {
    super(config);
  }

  @Override
  protected HttpMessage createMessage(String[] initialLine) {
    if (!VERSIONS.contains(initialLine[2])) {
      throw new BadHead("must be HTTP/1.1 or HTTP/1.0");
    }
    return super.createMessage(initialLine);
  }

  /** Refuses request smuggling, by RFC 9112, 6.3. */
  @Override
  protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
    throw new BadHead("must not have both Content-Length and Transfer-Encoding");
  }
}
