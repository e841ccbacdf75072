package io.tributary.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tributary.operations.requests.Call;
import io.tributary.operations.requests.Gateway;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.retry.Backoff;
import io.tributary.schemas.topic.Family;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is measured of a real server. */
class OpenLoopTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final RuntimeContext RUNTIME = RuntimeContext.system();

  private static final Comparator<String> BY_NUMBER =
      Comparator.comparing(body -> Integer.parseInt(body.replaceAll("\\D", "")));

  private final List<String> received = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger actions = new AtomicInteger();
  private final AtomicInteger accepted = new AtomicInteger();
  private final AtomicInteger lost = new AtomicInteger();
  private final HttpServer server;
  private volatile Answer answer = (number, body) -> 202;

  OpenLoopTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  /** The status that a request gets. */
  private interface Answer {
    int to(int number, String body) throws InterruptedException;
  }

  @BeforeEach
  void start() {
    server.createContext("/", this::handle);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** The server has one thread, so all wait while it stalls. */
  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    received.add(body);
    try {
      exchange.sendResponseHeaders(answer.to(received.size(), body), -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  /** One request is slow, but 300 others were due meanwhile, and they waited as well. */
  @Test
  void shouldCountAStallForAllThatWereDueMeanwhile() throws InterruptedException {
    Duration stall = Duration.ofMillis(1500);
    answer =
        (number, body) -> {
          if (number == 100) {
            nothingFor(stall);
          }
          return 202;
        };

    Figures.Figure figure = run(plan(200, 400), 1, () -> iteration("s" + actions.get())).all();

    assertThat(figure.accepted()).isEqualTo(400);
    assertThat(figure.millis(90)).isGreaterThan(stall.toMillis() / 3.0);
    assertThat(figure.millis(100)).isGreaterThan(stall.toMillis() * 0.9);
    assertThat(received).hasSize(400);
  }

  @Test
  void shouldRepeatTransientFailures() throws InterruptedException {
    answer = (number, body) -> Collections.frequency(received, body) < 3 ? 503 : 202;

    Figures.Figure figure = run(plan(100, 20), 16, () -> iteration("s" + actions.get())).all();

    assertThat(figure.accepted()).isEqualTo(20);
    assertThat(figure.errors).containsExactly(Map.entry("503", 40L));
    assertThat(accepted).hasValue(20);
    assertThat(lost).hasValue(0);
    assertThat(received).hasSize(60);
  }

  /** A device sends the next batch when it has the answer to the one before. */
  @Test
  void shouldKeepTheOrderOfASender() throws InterruptedException {
    answer = (number, body) -> number % 3 == 0 ? 503 : 202;

    run(plan(1000, 20), 16, () -> iteration("one"));

    List<String> distinct = received.stream().distinct().toList();
    assertThat(distinct)
        .hasSize(20)
        .isEqualTo(received.stream().sorted(BY_NUMBER).distinct().toList());
    for (int first = 1; first < received.size(); first++) {
      assertThat(BY_NUMBER.compare(received.get(first - 1), received.get(first)))
          .isLessThanOrEqualTo(0);
    }
  }

  @Test
  void shouldCountRequestsOfUnknownResult() throws InterruptedException {
    answer = (number, body) -> 503;
    OpenLoop loop = loop(16);
    try (loop) {
      loop.start(plan(100, 3), () -> iteration("s" + actions.get()));
      assertThat(loop.await(Duration.ofMillis(500))).isFalse();
      loop.abandon();
      assertThat(loop.await(LIMIT)).isTrue();
    }
    assertThat(loop.figures.all().unanswered).isEqualTo(3);
    assertThat(lost).hasValue(3);
  }

  private Figures run(Plan plan, int most, Supplier<List<Action>> iterations)
      throws InterruptedException {
    OpenLoop loop = loop(most);
    try (loop) {
      loop.start(plan, iterations);
      assertThat(loop.await(LIMIT)).isTrue();
    }
    return loop.figures;
  }

  private Plan plan(int rate, int iterations) {
    return new Plan(
        address(),
        Set.of(Family.DEVICES),
        rate,
        Duration.ofMillis(1000L * iterations / rate),
        1,
        1);
  }

  private URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private OpenLoop loop(int most) {
    Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(10), RUNTIME.random());
    return new OpenLoop(new Gateway(address(), backoff), RUNTIME.ticker(), backoff, most);
  }

  private List<Action> iteration(String sender) {
    String body = "\"a" + actions.incrementAndGet() + '"';
    Call call = new Call("POST", "/", Call.bearer("fake"), body);
    return List.of(
        new Action(
            Family.DEVICES,
            sender,
            () -> Optional.of(call),
            reply -> accepted.incrementAndGet(),
            lost::incrementAndGet));
  }

  private static void nothingFor(Duration time) throws InterruptedException {
    assertThat(new CountDownLatch(1).await(time.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
  }
}
