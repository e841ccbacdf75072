package io.tributary.operations.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.operations.OperationException;
import io.tributary.runtime.retry.Backoff;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A gateway at an address. */
public final class Gateway {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;
  private static final int TRIES = 20;
  private static final int TRIES_WITHOUT_ANSWER = 4;

  /** More connections than any sender needs. */
  private static final int CONNECTIONS = 10_000;

  private static final Vertx VERTX =
      Vertx.vertx(
          new VertxOptions()
              .setEventLoopPoolSize(1)
              .setUseDaemonThread(true)
              .setFileSystemOptions(
                  new FileSystemOptions()
                      .setFileCachingEnabled(false)
                      .setClassPathResolvingEnabled(false)));

  /** One for all requests: bodies are lost when a later task of the event loop asks for them. */
  private static final Context CONTEXT = VERTX.getOrCreateContext();

  private static final HttpClient HTTP =
      VERTX.createHttpClient(
          new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(CONNECTIONS));

  private final URI address;
  private final Backoff backoff;
  private boolean answered;

  public Gateway(URI address, Backoff backoff) {
    this.address = address;
    this.backoff = backoff;
  }

  /**
   * The answer to a request.
   *
   * @param status of HTTP; 0 without an answer
   * @param word the status, or {@code timeout} or {@code unreachable}
   */
  public record Reply(int status, String word, String body) {

    public boolean isAccepted() {
      return status / 100 == 2;
    }

    /** True if the same request may be accepted later. */
    public boolean mayChange() {
      return status == 0 || status == TOO_MANY || status >= SERVER_ERRORS;
    }

    public JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (JsonProcessingException e) {
        return MissingNode.getInstance();
      }
    }
  }

  /** Sends a request once; the future never fails. */
  public CompletableFuture<Reply> send(Call call) {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    CONTEXT.runOnContext(
        task ->
            HTTP.request(options(call))
                .compose(request -> request.send(call.body()))
                .compose(Gateway::reply)
                .otherwise(
                    failure ->
                        failure instanceof TimeoutException
                            ? new Reply(0, "timeout", "")
                            : new Reply(0, "unreachable", ""))
                .onSuccess(reply::complete));
    return reply;
  }

  private RequestOptions options(Call call) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.valueOf(call.method()))
            .setAbsoluteURI(address.resolve(call.path()).toString())
            .setTimeout(LIMIT.toMillis())
            .putHeader("Content-Type", "application/json");
    call.headers().forEach(options::putHeader);
    return options;
  }

  private static Future<Reply> reply(HttpClientResponse response) {
    int status = response.statusCode();
    return response.body().map(body -> new Reply(status, "" + status, body.toString()));
  }

  /** Sends a request until it is accepted; {@link OperationException} if it will not be. */
  public JsonNode require(Call call) throws InterruptedException {
    Reply reply = sent(call);
    // a gateway that has answered once comes back; a wrong address must show soon
    for (int failures = 1;
        reply.mayChange() && failures < (answered ? TRIES : TRIES_WITHOUT_ANSWER);
        failures++) {
      TimeUnit.MILLISECONDS.sleep(backoff.delay(failures).toMillis());
      reply = sent(call);
    }
    if (!reply.isAccepted()) {
      throw OperationException.failed(
          (call + " at " + address + ": " + reply.word() + ' ' + reply.body()).strip());
    }
    return reply.json();
  }

  private Reply sent(Call call) {
    Reply reply = send(call).join();
    answered |= reply.status() != 0;
    return reply;
  }
}
