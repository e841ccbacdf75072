package io.tributary.storm;

import io.tributary.traffic.Delivery;
import io.tributary.traffic.Request;
import io.tributary.traffic.Traffic;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Senders of one family, each on a thread of its own: they repeat a request after a 5xx or no
 * answer until it is settled or its attempts are used up, as devices and providers do.
 */
final class Senders {

  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(2);
  private static final long AGAIN_MILLIS = 200;

  private final Traffic traffic;
  private final Supplier<URI> gateways;
  private final History history;
  private final InstantSource clock;
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean finishing;

  Senders(Traffic traffic, Supplier<URI> gateways, History history, InstantSource clock) {
    this.traffic = traffic;
    this.gateways = gateways;
    this.history = history;
    this.clock = clock;
  }

  /** Sends the preparation, one request after another; each must be acknowledged. */
  void prepare() throws InterruptedException {
    HttpClient http = client();
    for (Request request : traffic.preparation()) {
      Delivery delivery = deliver(http, request);
      if (!delivery.acknowledged()) {
        throw new IllegalStateException("not acknowledged: " + delivery);
      }
    }
  }

  /** Starts so many senders. */
  void start(String name, int count, Duration pause) {
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(() -> send(pause), name + "-sender-" + i);
      threads.add(thread);
      thread.start();
    }
  }

  /** Lets requests under way be settled and begins no others. */
  void finish() throws InterruptedException {
    finishing = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private void send(Duration pause) {
    HttpClient http = client();
    try {
      while (!finishing) {
        deliver(http, next());
        TimeUnit.MILLISECONDS.sleep(pause.toMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Request next() {
    synchronized (traffic) {
      return traffic.next();
    }
  }

  private Delivery deliver(HttpClient http, Request request) throws InterruptedException {
    Instant first = clock.instant();
    int status = 0;
    String answer = "";
    for (int attempt = 1; attempt <= request.attempts(); attempt++) {
      try {
        HttpResponse<String> response = http.send(toHttp(request), BodyHandlers.ofString());
        status = response.statusCode();
        answer = response.body();
      } catch (IOException e) {
        status = 0;
        answer = "";
      }
      if (status > 0 && status < 500) {
        break;
      }
      TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
    }
    Delivery delivery = new Delivery(request, status, answer, first, clock.instant());
    synchronized (traffic) {
      traffic.settled(delivery);
    }
    history.add(delivery);
    return delivery;
  }

  private HttpRequest toHttp(Request request) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(gateways.get().resolve(request.path()))
            .timeout(ANSWER_LIMIT)
            .method(request.method(), HttpRequest.BodyPublishers.ofString(request.body()));
    request.headers().forEach(builder::header);
    return builder.build();
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(CONNECT_LIMIT)
        .build();
  }
}
