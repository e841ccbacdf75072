package io.tributary.operations.requests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.operations.OperationException;
import io.tributary.runtime.retry.Backoff;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A gateway at an address. */
public final class Gateway {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int TOO_MANY = 429;
  private static final int SERVER_ERRORS = 500;
  private static final int TRIES = 20;
  private static final int TRIES_WITHOUT_ANSWER = 4;

  private final URI address;
  private final Backoff backoff;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
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
    return http.sendAsync(call.to(address, LIMIT), BodyHandlers.ofString())
        .handle(
            (response, failure) ->
                response == null
                    ? new Reply(0, isTimeout(failure) ? "timeout" : "unreachable", "")
                    : new Reply(
                        response.statusCode(), "" + response.statusCode(), response.body()));
  }

  private static boolean isTimeout(Throwable failure) {
    return failure instanceof HttpTimeoutException
        || failure.getCause() instanceof HttpTimeoutException;
  }

  /** Sends a request until it is accepted; {@link OperationException} if it will not be. */
  public JsonNode require(Call call) throws InterruptedException {
    Reply reply = sent(call);
    // a gateway that has answered once comes back; a wrong address is told soon
    for (int failures = 1;
        reply.mayChange() && failures < (answered ? TRIES : TRIES_WITHOUT_ANSWER);
        failures++) {
      TimeUnit.MILLISECONDS.sleep(backoff.after(failures).toMillis());
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
