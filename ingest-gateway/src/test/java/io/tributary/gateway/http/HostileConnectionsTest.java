package io.tributary.gateway.http;

import static io.tributary.gateway.kit.SampleReadings.reading;
import static io.tributary.gateway.kit.SampleReadings.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.RawConnection;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.route.HttpRoute;
import io.tributary.runtime.lifecycle.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HostileConnectionsTest {

  private static final HttpLimits SHORT =
      new HttpLimits(
          Duration.ofSeconds(1),
          Duration.ofMillis(700),
          Duration.ofSeconds(4),
          Duration.ofMillis(500));
  private static final String HEAD =
      "POST /v1/devices/data HTTP/1.1\r\nHost: x\r\nX-API-Key: " + TestGateway.API_KEY + "\r\n";

  /** Two seconds beyond the deadline. */
  private static final long LARGE = 3 * 1024 * 1024;

  private static final String LARGE_HEAD =
      "POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nx";

  private final CompletableFuture<Duration> left = new CompletableFuture<>();
  private TestGateway gateway;

  @BeforeEach
  void start() throws Exception {
    HttpRoute broken =
        HttpRoute.of(
            "POST",
            "/broken",
            Authenticator.OPEN,
            100,
            request -> {
              throw new OutOfMemoryError("a bug");
            });
    HttpRoute large =
        HttpRoute.of(
            "POST",
            "/large",
            Authenticator.OPEN,
            LARGE,
            request -> {
              left.complete(request.deadline().remaining());
              return CompletableFuture.completedFuture(Answer.empty());
            });
    gateway = TestGateway.start(SHORT, broken, large);
  }

  @AfterEach
  void stop() throws Exception {
    gateway.close();
  }

  @Test
  void shouldCloseWithoutAnAnswerWhenABodyDoesNotArriveInTime() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(HEAD + "Content-Length: 1000\r\n\r\n{\"readings\":[");
      assertThat(connection.readToEnd()).isEmpty();
    }
    await().until(() -> gateway.ended().contains("/v1/devices/data dropped"));
    assertThat(gateway.inflightBytes()).isZero();
    assertThat(gateway.log().values("devices.batches")).isEmpty();
  }

  @Test
  void shouldWaitLongerForABodyThatMayBeLargeAndAnswerWithinTheDeadlineThen() throws Exception {
    try (RawConnection connection = connect();
        RawConnection small = connect()) {
      connection.send(LARGE_HEAD);
      small.send(HEAD + "Content-Length: 1000\r\n\r\n{\"readings\":[");
      assertThat(small.readToEnd()).as("its time is over").isEmpty();
      connection.send("x");
      await().until(() -> connection.received().startsWith("HTTP/1.1 200 "));
    }
    assertThat(left.get(1, TimeUnit.MINUTES)).isBetween(Duration.ofMillis(1), SHORT.request());
  }

  @Test
  void shouldNotWaitForALargeBodyForEver() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(LARGE_HEAD);
      assertThat(connection.readToEnd()).isEmpty();
    }
    await().until(() -> gateway.ended().contains("/large dropped"));
    assertThat(gateway.inflightBytes()).isZero();
  }

  @Test
  void shouldGiveBytesBackWhenASenderGoesAway() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(HEAD + "Content-Length: 1000\r\n\r\n{\"readings\":[");
      await().until(() -> gateway.inflightBytes() == 13);
    }
    await().until(() -> gateway.inflightBytes() == 0);
    assertThat(gateway.ended()).containsExactly("/v1/devices/data dropped");
  }

  @Test
  void shouldAnswer503AtTheDeadlineAndAppendNothingTwice() throws Exception {
    // Given
    gateway.producer().decide(LogProducer.Answer.UNANSWERED);

    // When
    ApiClient.Described answer = new ApiClient(gateway.port()).postReadings(request(reading("a")));

    // Then
    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.error()).isEqualTo("UNAVAILABLE");
    assertThat(gateway.log().values("devices.batches")).hasSize(1);
  }

  @Test
  void shouldRefuseAnOversizedBodyBeforeReadingIt() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(HEAD + "Content-Length: 1048577\r\n\r\n");
      String answer = connection.readToEnd();
      assertThat(answer).startsWith("HTTP/1.1 413 ").contains("PAYLOAD_TOO_LARGE");
    }
    assertThat(gateway.inflightBytes()).isZero();
  }

  @Test
  void shouldIgnoreARequestBehindARefusedBody() throws Exception {
    String body = request(reading("a"));
    try (RawConnection connection = connect()) {
      connection.send(
          HEAD.replace(TestGateway.API_KEY, "fake")
              + "Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
              + HEAD
              + "Content-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 401 ").containsOnlyOnce("HTTP/1.1");
    }
    assertThat(gateway.log().values("devices.batches")).isEmpty();
  }

  @Test
  void shouldRefuseAnOversizedBodyOfUnknownLengthWhileReadingIt() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n");
      String chunk = "40000\r\n" + "x".repeat(0x40000) + "\r\n";
      for (int i = 0; i < 5; i++) {
        connection.send(chunk);
      }
      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 413 ").contains("PAYLOAD_TOO_LARGE");
    }
    await().until(() -> gateway.inflightBytes() == 0);
  }

  @Test
  void shouldRefuseRequestsBeyondTheByteBudget() throws Exception {
    List<RawConnection> holding = new ArrayList<>();
    try {
      for (int i = 0; i < 4; i++) {
        RawConnection connection = connect();
        holding.add(connection);
        connection.send(HEAD + "Content-Length: 1048576\r\n\r\n" + "x".repeat(1048575));
      }
      await().until(() -> gateway.inflightBytes() >= TestGateway.BUDGET - 4);

      ApiClient.Described answer =
          new ApiClient(gateway.port()).postReadings(request(reading("a")));

      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.error()).isEqualTo("UNAVAILABLE");
    } finally {
      for (RawConnection connection : holding) {
        connection.close();
      }
    }
    await().until(() -> gateway.inflightBytes() == 0);
  }

  @Test
  void shouldNotSetBytesAsideForAPromise() throws Exception {
    List<RawConnection> promising = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        RawConnection connection = connect();
        promising.add(connection);
        connection.send(HEAD + "Content-Length: 1048576\r\n\r\n{");
      }
      await().until(() -> gateway.inflightBytes() == 20);

      assertThat(new ApiClient(gateway.port()).postReadings(request(reading("a"))).status())
          .isEqualTo(200);
    } finally {
      for (RawConnection connection : promising) {
        connection.close();
      }
    }
  }

  @Test
  void shouldSayWhichPartOfAHeadIsTooLong() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send("GET /" + "x".repeat(10_000) + " HTTP/1.1\r\n\r\n");
      assertThat(connection.readToEnd()).contains("first line of at most 8192 bytes");
    }
    try (RawConnection connection = connect()) {
      connection.send("GET / HTTP/1.1\r\nX-Big: " + "x".repeat(20_000) + "\r\n\r\n");
      assertThat(connection.readToEnd()).contains("headers of at most 16384 bytes");
    }
  }

  @Test
  void shouldRefuseABrokenEscapeInTheQueryAndNameTheParameter() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send("POST /broken?a=1&b=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      assertThat(connection.readToEnd())
          .startsWith("HTTP/1.1 400 ")
          .contains("\"error\":\"INVALID_FORMAT\"")
          .contains("\"field\":\"b\"");
    }
  }

  @Test
  void shouldCloseAConnectionWhoseHeadDribblesIn() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send("GET /v1/devices/data HTTP/1.1\r\nX-Slow: ");
      boolean closed = false;
      long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
      while (!closed && System.nanoTime() < end) {
        closed = !connection.trySend("x");
      }
      assertThat(closed).isTrue();
    }
  }

  @Test
  void shouldAnswerAnErrorToNoHttpAndIgnoreTheRest() throws Exception {
    for (String head :
        new String[] {
          "nonsense\r\n\r\n",
          "GET /v1/devices/data HTTP/1.1\r\nX-Big: " + "x".repeat(20_000) + "\r\n\r\n",
          "GET /" + "x".repeat(10_000) + " HTTP/1.1\r\n\r\n",
          HEAD + "Content-Length: -5\r\n\r\n",
          HEAD + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
          HEAD + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          HEAD + "Transfer-Encoding: xchunked\r\n\r\n",
          HEAD + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
          HEAD + "Transfer-Encoding: chunked, xchunked\r\n\r\n",
          HEAD + "Transfer-Encoding: identity\r\n\r\n",
          HEAD + "Transfer-Encoding: chunked,\r\n gzip\r\n\r\n",
          HEAD + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
          HEAD + "Transfer-Encoding:\r\n\r\n",
          HEAD.replace("1.1", "1.0") + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
          HEAD.replace("1.1", "3.7") + "\r\n",
          "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
          HEAD.replace("Host: x\r\n", "") + "\r\n",
          "GET /no/such/path HTTP/1.1\r\n\r\n",
          HEAD + "Host: x\r\n\r\n",
          HEAD + "X-API-Key: fake\r\n\r\n"
        }) {
      assertMalformed(head);
    }
  }

  @Test
  void shouldAnswerBrokenChunksAsAnErrorAndTakeExtensions() throws Exception {
    String chunked = HEAD + "Transfer-Encoding: chunked\r\n\r\n";
    for (String chunks :
        new String[] {
          "zz\r\n",
          "-1\r\n",
          "\r\n",
          "1\nx\r\n0\r\n\r\n",
          "1\r\nx0\r\n\r\n",
          "1\r\nx\n0\r\n\r\n",
          "1\0\r\nx\r\n",
          "1;a=\"\r\nx\r\n",
          "1;a=\n\r\nx\r\n",
          "1;" + "x".repeat(20_000) + "\r\nx\r\n",
          "1" + "0".repeat(20) + "\r\nx\r\n",
          "0\r\nX: " + "x".repeat(20_000) + "\r\n\r\n",
          "0\r\nno trailer\r\n\r\n",
        }) {
      assertMalformed(chunked + chunks);
    }
    String body = request(reading("a"));
    try (RawConnection connection = connect()) {
      String size = Integer.toHexString(body.length());
      connection.send(
          HEAD
              + "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
              + size
              + ";a=b;c=\"d\";e\r\n"
              + body
              + "\r\n0;last\r\nX-Trailer: x\r\n\r\n");
      assertThat(connection.readToEnd()).startsWith("HTTP/1.1 200 ");
    }
    assertThat(gateway.log().values("devices.batches")).hasSize(1);
  }

  @Test
  void shouldSkipAByteOrderMarkAndRefuseACompressedBody() throws Exception {
    String body = request(reading("a"));
    for (String coding : new String[] {"gzip", "br", "identity, gzip", "x"}) {
      assertThat(answer("Content-Encoding: " + coding, body))
          .startsWith("HTTP/1.1 415 ")
          .contains("\"error\":\"UNSUPPORTED_ENCODING\"", "\"field\":\"Content-Encoding\"");
    }
    assertThat(gateway.log().values("devices.batches")).isEmpty();

    assertThat(answer("Content-Encoding: Identity", "\u00ef\u00bb\u00bf" + body))
        .startsWith("HTTP/1.1 200 ");
    assertThat(answer("X: x", "\u00ef\u00bb\u00bf\u00ef\u00bb\u00bf" + body))
        .startsWith("HTTP/1.1 400 ");
    assertThat(gateway.log().values("devices.batches")).hasSize(1);
  }

  private String answer(String header, String body) throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(
          HEAD
              + header
              + "\r\nConnection: close\r\nContent-Length: "
              + body.length()
              + "\r\n\r\n"
              + body);
      return connection.readToEnd();
    }
  }

  /** Sends requests of which the first is malformed: it gets the only answer. */
  private void assertMalformed(String head) throws Exception {
    String body = request(reading("a"));
    String behind = HEAD + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    try (RawConnection connection = connect()) {
      connection.send(head + behind + behind);
      String answer = connection.readToEnd();
      assertThat(answer).as(head).matches("(?s)HTTP/1[.][01] 400 .*");
      assertThat(answer)
          .contains("\"error\":\"INVALID_FORMAT\"", "x-request-id: ", "nosniff")
          .containsOnlyOnce("x-request-id");
    }
    assertThat(gateway.log().values("devices.batches")).isEmpty();
  }

  @Test
  void shouldStillAnswerAmong2000IdleConnections() throws Exception {
    List<RawConnection> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 2000; i++) {
        idle.add(connect());
      }
      assertThat(new ApiClient(gateway.port()).postReadings(request(reading("a"))).status())
          .isEqualTo(200);
      assertThat(idle.get(0).readToEnd()).isEmpty();
    } finally {
      for (RawConnection connection : idle) {
        connection.close();
      }
    }
  }

  @Test
  void shouldCallABugABugWithoutSayingWhichAndGiveItsBytesBack() throws Exception {
    try (RawConnection connection = connect()) {
      connection.send(
          "POST /broken HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx");
      assertThat(connection.readToEnd())
          .startsWith("HTTP/1.1 500 ")
          .contains("INTERNAL_ERROR")
          .doesNotContain("a bug");
    }
    assertThat(gateway.inflightBytes()).isZero();
  }

  @Test
  void shouldFinishRequestsWhenItStops() throws Exception {
    // Given
    CompletableFuture<Void> appended = new CompletableFuture<>();
    gateway.log().observe(record -> appended.complete(null));
    gateway.producer().decide(LogProducer.Answer.UNANSWERED);
    ApiClient api = new ApiClient(gateway.port());
    CompletableFuture<Integer> status = new CompletableFuture<>();
    Thread sender =
        new Thread(
            () -> {
              try {
                status.complete(api.postReadings(request(reading("a"))).status());
              } catch (Exception e) {
                status.completeExceptionally(e);
              }
            });
    sender.start();
    appended.get(1, TimeUnit.MINUTES);

    // When
    gateway.parts().close(Deadline.after(Duration.ofSeconds(10), System::nanoTime));

    // Then
    assertThat(status.get(1, TimeUnit.MINUTES)).isEqualTo(503);
  }

  private RawConnection connect() throws Exception {
    return new RawConnection(gateway.port());
  }
}
