package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.HttpRoute;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whoever sends little does not wait for those who send much. */
class LargeBodiesTest {

  private static final int LARGE = 256 * 1024 + 1;
  private static final int PROCESSORS = Runtime.getRuntime().availableProcessors();
  private static final int THREADS = Math.min(2, PROCESSORS);

  private final CountDownLatch read = new CountDownLatch(1);
  private final AtomicInteger reading = new AtomicInteger();
  private final List<RawConnection> connections = new ArrayList<>();

  private TestGateway start(Duration deadline) {
    return TestGateway.start(
        HttpLimits.of(deadline),
        HttpRoute.of("POST", "/read", Authenticator.OPEN, LARGE, this::read));
  }

  @AfterEach
  void stop() throws Exception {
    read.countDown();
    for (RawConnection connection : connections) {
      connection.close();
    }
  }

  /** Takes as long as somebody else decides, as if there were that much to read. */
  private CompletableFuture<Reply> read(ApiRequest request) {
    if (request.body().length > 1) {
      reading.incrementAndGet();
      try {
        read.await(1, TimeUnit.MINUTES);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return CompletableFuture.completedFuture(Answer.empty());
  }

  @Test
  void shouldAnswerOthersOnEveryLoopWhileLargeBodiesAreRead() throws Exception {
    TestGateway gateway = start(Duration.ofSeconds(30));
    for (int i = 0; i < THREADS; i++) {
      post(gateway, LARGE);
    }
    await().until(() -> reading.get() == THREADS);

    // connections go to the loops by turns
    for (int i = 0; i < 4 * PROCESSORS; i++) {
      assertAnswer("200", post(gateway, 1));
    }
    assertThat(gateway.ended()).containsOnly("/read 200").hasSize(4 * PROCESSORS);

    read.countDown();
    for (RawConnection large : connections.subList(0, THREADS)) {
      assertAnswer("200", large);
    }
    await().until(() -> gateway.inflightBytes() == 0);
    gateway.close();
  }

  @Test
  void shouldNotReadForCallersThatGaveUp() throws Exception {
    TestGateway gateway = start(Duration.ofSeconds(2));
    for (int i = 0; i < THREADS; i++) {
      post(gateway, LARGE);
    }
    await().until(() -> reading.get() == THREADS);
    RawConnection late = post(gateway, LARGE);

    // Its bytes are in memory until its turn comes
    assertAnswer("503", late);
    assertThat(gateway.inflightBytes()).isEqualTo((THREADS + 1L) * LARGE);

    read.countDown();
    await().until(() -> gateway.inflightBytes() == 0);
    assertThat(reading).hasValue(THREADS);
    gateway.close();
  }

  private RawConnection post(TestGateway gateway, int bytes) throws Exception {
    RawConnection connection = new RawConnection(gateway.port());
    connections.add(connection);
    connection.send(
        "POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: "
            + bytes
            + "\r\n\r\n"
            + "x".repeat(bytes));
    return connection;
  }

  private static void assertAnswer(String status, RawConnection connection) throws Exception {
    await()
        .pollInterval(Duration.ofMillis(10))
        .until(() -> connection.received().startsWith("HTTP/1.1 " + status + ' '));
  }
}
