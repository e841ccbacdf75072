package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.process.Eventually;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * One request after the other at a steady pace, each on a connection of its own, and none repeated:
 * what a client meets that knows nothing.
 */
final class SteadyRequests implements AutoCloseable {

  private static final int READ_MS = 60_000;
  private static final int BUSY = 503;

  private final Map<String, String> headers;
  private final ScheduledExecutorService pace = Executors.newSingleThreadScheduledExecutor();
  private final ExecutorService senders = Executors.newCachedThreadPool();
  private final AtomicInteger begun = new AtomicInteger();
  private final Queue<Sent> ended = new ConcurrentLinkedQueue<>();

  /**
   * A request.
   *
   * @param number from 0
   * @param status of the answer, or 0
   * @param text its body, or why there is none
   */
  record Sent(int number, int status, String retryAfter, String text) {}

  /** Begins. */
  SteadyRequests(
      URI url, Map<String, String> headers, IntFunction<String> bodies, Duration between) {
    this.headers = headers;
    var ignored =
        pace.scheduleAtFixedRate(
            () -> {
              int number = begun.getAndIncrement();
              senders.execute(() -> ended.add(send(url, number, bodies.apply(number))));
            },
            0,
            between.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  /** Waits until one that has begun after now has been taken, and as many more as that. */
  void awaitTaken(int more) {
    int from = begun.get();
    Eventually.await()
        .until(
            () ->
                ended.stream().filter(sent -> sent.number() >= from && isTaken(sent)).count()
                    > more);
  }

  /** Ends it, and gives what was answered. */
  List<Sent> finish() throws InterruptedException {
    pace.shutdown();
    assertThat(pace.awaitTermination(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    senders.shutdown();
    assertThat(senders.awaitTermination(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return List.copyOf(ended);
  }

  static boolean isTaken(Sent sent) {
    return sent.status() / 100 == 2;
  }

  static boolean isToBeRepeated(Sent sent) {
    return sent.status() == BUSY && !sent.retryAfter().isEmpty();
  }

  static String member(Sent sent, String name) {
    return Answer.parse(sent.text()).path(name).asText();
  }

  private Sent send(URI url, int number, String body) {
    try {
      HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
      connection.setRequestMethod("POST");
      connection.setReadTimeout(READ_MS);
      connection.setDoOutput(true);
      connection.setRequestProperty("Connection", "close");
      headers.forEach(connection::setRequestProperty);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.getBytes(StandardCharsets.UTF_8));
      }
      int status = connection.getResponseCode();
      String retryAfter = connection.getHeaderField("Retry-After");
      try (InputStream in =
          status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return new Sent(number, status, retryAfter == null ? "" : retryAfter, text);
      }
    } catch (IOException e) {
      return new Sent(number, 0, "", e.toString());
    }
  }

  @Override
  public void close() {
    pace.shutdownNow();
    senders.shutdownNow();
  }
}
