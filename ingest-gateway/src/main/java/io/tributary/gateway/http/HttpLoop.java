package io.tributary.gateway.http;

import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.runtime.config.HostPort;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.impl.http1.VertxHttpRequestDecoder;
import io.vertx.core.net.impl.VertxConnection;
import java.net.BindException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The HTTP server on one event loop. */
final class HttpLoop extends VerticleBase {

  /** A negative port gives all loops of a deployment the same free one. */
  private static final int ANY_SHARED_PORT = -1;

  private static final int LONGEST_HEAD = 16 * 1024;
  private static final int LONGEST_LINE = 8 * 1024;
  private static final int BACKLOG = 4096;

  private final HostPort listen;
  private final HttpApi api;
  private final BodyOffload large;
  private final Map<HttpConnection, ConnectionGuard> guards = new HashMap<>();
  private volatile @Nullable HttpServer server;

  HttpLoop(HostPort listen, HttpApi api, BodyOffload large) {
    this.listen = listen;
    this.api = api;
    this.large = large;
  }

  @Override
  public Future<?> start() {
    HttpServerOptions options = options();
    HttpServer created =
        vertx
            .createHttpServer(options)
            .connectionHandler(connection -> onConnection(connection, options))
            .requestHandler(this::onRequest)
            .invalidRequestHandler(this::onMalformed);
    server = created;
    int port = listen.port() == 0 ? ANY_SHARED_PORT : listen.port();
    return created
        .listen(port, listen.host())
        .recover(
            e -> Future.failedFuture(e instanceof BindException busy ? listen.named(busy) : e));
  }

  int port() {
    HttpServer listening = server;
    return listening == null ? listen.port() : listening.actualPort();
  }

  Future<Void> drain(Duration time) {
    HttpServer listening = server;
    return listening == null
        ? Future.succeededFuture()
        : listening.shutdown(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setHttp2ClearTextEnabled(false)
        .setMaxHeaderSize(LONGEST_HEAD)
        .setMaxInitialLineLength(LONGEST_LINE)
        .setAcceptBacklog(BACKLOG)
        .setTcpNoDelay(true)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
        .setIdleTimeout(Math.toIntExact(api.limits().idle().toMillis()));
  }

  private void onConnection(HttpConnection connection, HttpServerOptions options) {
    ChannelPipeline pipeline = ((VertxConnection) connection).channelHandlerContext().pipeline();
    pipeline.replace(
        VertxHttpRequestDecoder.class,
        pipeline.context(VertxHttpRequestDecoder.class).name(),
        new StrictHttpDecoder(options.getHttp1Config()));
    ConnectionGuard guard = new ConnectionGuard(vertx, connection);
    guards.put(connection, guard);
    guard.expectHead(api.limits().head());
    connection.closeHandler(
        closed -> {
          guard.headArrived();
          guards.remove(connection);
        });
  }

  private void onRequest(HttpServerRequest request) {
    ConnectionGuard guard = guards.get(request.connection());
    if (guard == null || guard.isRefused()) {
      return;
    }
    guard.headArrived();
    request.response().endHandler(answered -> guard.expectHead(api.limits().idle()));
    if (isFramedOtherwise(request)) {
      refuse(request, "must have no Transfer-Encoding but chunked, and in HTTP/1.0 none");
    } else {
      Exchange.begin(request, guard, context, api, large);
    }
  }

  /** Format that a proxy could read otherwise, by RFC 9112, 6.1. */
  private static boolean isFramedOtherwise(HttpServerRequest request) {
    if (!request.headers().contains(HttpHeaders.TRANSFER_ENCODING)) {
      return false;
    }
    List<String> codings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
    return request.version() == HttpVersion.HTTP_1_0
        || codings.size() > 1
        || !codings.get(0).equalsIgnoreCase("chunked");
  }

  private void onMalformed(HttpServerRequest request) {
    refuse(request, rule(request.decoderResult().cause()));
  }

  private void refuse(HttpServerRequest request, String rule) {
    ConnectionGuard guard = guards.get(request.connection());
    if (guard == null || guard.isRefused()) {
      return;
    }
    guard.refuse();
    api.metrics().request(GatewayMetrics.NO_ROUTE, "400", 0);
    String id = RequestId.of(request, api.runtime());
    guard.drain(request, api.limits().linger());
    ReplyWriter.write(
        request.response(), id, Problem.at(ErrorCode.INVALID_FORMAT, "request", rule));
    guard.flush();
  }

  private static String rule(@Nullable Throwable cause) {
    if (cause instanceof StrictHttpDecoder.BadHead bad) {
      return String.valueOf(bad.getMessage());
    }
    if (cause instanceof TooLongHttpLineException) {
      return "must have a first line of at most " + LONGEST_LINE + " bytes";
    }
    return cause instanceof TooLongHttpHeaderException
        ? "must have headers of at most " + LONGEST_HEAD + " bytes"
        : "must be well-formed HTTP/1.1";
  }
}
