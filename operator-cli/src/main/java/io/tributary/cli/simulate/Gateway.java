package io.tributary.cli.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.cli.client.Call;
import io.tributary.cli.process.CommandException;
import io.tributary.runtime.retry.Backoff;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** The gateway that the traffic goes to. {@link #require} is for one thread. */
final class Gateway {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final int TRIES = 20;
  private static final int TRIES_OF_NOBODY = 4;

  private final URI address;
  private final Backoff backoff;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(LIMIT).build();
  private boolean answered;

  Gateway(URI address, Backoff backoff) {
    this.address = address;
    this.backoff = backoff;
  }

  /** Sends it once; the future never fails. */
  CompletableFuture<Reply> send(Call call) {
    return http.sendAsync(call.to(address, LIMIT), BodyHandlers.ofString())
        .handle(
            (response, failure) ->
                response == null
                    ? Reply.none(failure)
                    : Reply.of(response.statusCode(), response.body()));
  }

  /** Sends it until it is accepted, and gives the answer; fails when it will not be. */
  JsonNode require(Call call) throws InterruptedException {
    Reply reply = now(call);
    for (int failures = 1; reply.mayChange() && failures < tries(); failures++) {
      TimeUnit.MILLISECONDS.sleep(backoff.after(failures).toMillis());
      reply = now(call);
    }
    if (!reply.isAccepted()) {
      throw CommandException.failed(
          call + " at " + address + " was answered " + reply.word() + ' ' + reply.body().strip());
    }
    return reply.json();
  }

  /** A gateway that has answered once comes back; a wrong address had better be told soon. */
  private int tries() {
    return answered ? TRIES : TRIES_OF_NOBODY;
  }

  private Reply now(Call call) throws InterruptedException {
    try {
      Reply reply = send(call).get();
      answered |= reply.status() != 0;
      return reply;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }
}
