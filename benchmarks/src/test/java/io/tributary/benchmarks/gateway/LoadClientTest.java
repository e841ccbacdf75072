package io.tributary.benchmarks.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LoadClientTest {

  private static final Duration STALL = Duration.ofMillis(500);

  private final AtomicInteger requests = new AtomicInteger();
  private volatile int stalling = -1;
  private volatile String answer = Workload.HUNDRED.answer();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        Workload.PATH,
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          if (requests.incrementAndGet() == stalling) {
            LockSupport.parkNanos(STALL.toNanos());
          }
          byte[] body = answer.getBytes(StandardCharsets.US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldCountWhatRequestsWaitBehindASlowAnswer() {
    stalling = 5;

    Round round = run(new Pace(10, Duration.ofSeconds(2)));

    assertThat(round.answered()).isEqualTo(21);
    assertThat(round.failed()).isZero();
    // Those that were due 100, 200 and 300 ms after the slow one waited for it too
    long waited = TimeUnit.MILLISECONDS.toNanos(150);
    assertThat(round.latency().getCountBetweenValues(waited, Long.MAX_VALUE / 2))
        .isGreaterThanOrEqualTo(4);
    assertThat(round.latency().getMaxValue()).isGreaterThan(STALL.toNanos());
  }

  @Test
  void shouldCallAnAnswerWithADuplicateOrTooFewIdsAFailure() {
    answer = Workload.SINGLE.answer();
    Round tooFew = run(Pace.closedLoop(Duration.ofMillis(200)));
    answer = Workload.HUNDRED.answer().replace("_ids\":[]", "_ids\":[\"x\"]");
    Round repeated = run(Pace.closedLoop(Duration.ofMillis(200)));

    assertThat(tooFew.answered()).isZero();
    assertThat(tooFew.failed()).isPositive();
    assertThat(repeated.answered()).isZero();
    assertThat(repeated.failed()).isPositive();
  }

  private Round run(Pace pace) {
    return new LoadClient(server.getAddress()).run(Workload.HUNDRED, 1, pace, 0);
  }
}
