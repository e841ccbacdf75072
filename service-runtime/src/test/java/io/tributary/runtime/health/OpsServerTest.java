package io.tributary.runtime.health;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.runtime.config.HostPort;
import io.tributary.runtime.lifecycle.Component;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.lifecycle.HealthReason;
import io.tributary.runtime.metrics.Meters;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OpsServerTest {

  private final List<HealthReason> reasons = new ArrayList<>();
  private final Meters meters = Meters.withJvm();
  private final OpsServer server =
      new OpsServer(
          new HostPort("127.0.0.1", 0),
          new OpsPages(new Checked(reasons), () -> meters, InstantSource.system()));
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void start() throws IOException {
    server.start();
  }

  @AfterEach
  void stop() {
    server.close(Deadline.after(Duration.ZERO, () -> 0));
  }

  @Test
  void shouldSayThatItLivesEvenWhenItIsNotReady() throws Exception {
    reasons.add(new HealthReason("restoring", "state is being restored"));

    assertThat(get("/health/live").headers().firstValue("x-content-type-options"))
        .contains("nosniff");
    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    assertThat(get("/health/live").body()).isEqualTo("{\"status\":\"alive\",\"reasons\":[]}");
    assertThat(get("/health/ready").statusCode()).isEqualTo(503);
    assertThat(get("/health/ready").body())
        .isEqualTo(
            "{\"status\":\"unready\",\"reasons\":[{\"code\":\"restoring\",\"message\":\"state is being restored\"}]}");
  }

  @Test
  void shouldBeReadyWithoutReasonsAgainstIt() throws Exception {
    assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(get("/health/ready").body()).isEqualTo("{\"status\":\"ready\",\"reasons\":[]}");
  }

  @Test
  void shouldSayAsANumberWhetherItIsReady() throws Exception {
    assertThat(get("/metrics").body()).contains("\ntributary_ready 1.0\n");

    reasons.add(new HealthReason("restoring", "state is being restored"));

    assertThat(get("/metrics").body()).contains("\ntributary_ready 0.0\n");
  }

  @Test
  void shouldServeMetricsAndNothingElse() throws Exception {
    assertThat(get("/metrics").body()).contains("jvm_memory_used_bytes");
    assertThat(get("/elsewhere").statusCode()).isEqualTo(404);
  }

  @Test
  void shouldAnswerHealthAndMetricsWhileOthersLook() throws Exception {
    CountDownLatch looked = new CountDownLatch(1);
    server.with(
        request -> {
          awaitOn(looked);
          return Optional.of(OpsContent.Page.of(200, "text/plain", "seen"));
        });
    List<CompletableFuture<HttpResponse<String>>> looks = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      looks.add(client.sendAsync(request("/console/" + i), HttpResponse.BodyHandlers.ofString()));
    }

    assertThat(get("/health/live").statusCode()).isEqualTo(200);
    assertThat(get("/health/ready").statusCode()).isEqualTo(200);
    assertThat(get("/metrics").statusCode()).isEqualTo(200);

    looked.countDown();
    List<Integer> statuses = looks.stream().map(look -> look.join().statusCode()).toList();
    assertThat(statuses).contains(200).containsOnly(200, 503);
  }

  private static void awaitOn(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A page of another site can reach this machine under its own name, and a probe without one. */
  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1, evil.example, 403",
    "HTTP/1.1, localhost.evil.example:80, 403",
    "HTTP/1.1, 127.0.0.1.evil.example, 403",
    "HTTP/1.1, localhost:9, 200",
    "HTTP/1.1, 127.0.0.1, 200",
    "HTTP/1.0, , 200"
  })
  void shouldAnswerUnderNamesOfThisMachine(String version, String host, int status)
      throws Exception {
    try (Socket socket = new Socket(server.address().host(), server.address().port())) {
      String named = host == null ? "" : "Host: " + host + "\r\n";
      socket
          .getOutputStream()
          .write(("GET /metrics " + version + "\r\n" + named + "\r\n").getBytes(UTF_8));
      byte[] line = socket.getInputStream().readNBytes("HTTP/1.1 200".length());

      assertThat(new String(line, UTF_8)).endsWith(" " + status);
    }
  }

  /** A head that comes byte by byte is given up, however steadily it comes. */
  @Test
  void shouldCloseAConnectionWhoseHeadDribblesIn() throws Exception {
    try (Socket socket = new Socket(server.address().host(), server.address().port())) {
      socket.getOutputStream().write("GET /health/live HTTP/1.1\r\nX-Slow: ".getBytes(UTF_8));
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () -> {
                try {
                  socket.getOutputStream().write('x');
                  return false;
                } catch (IOException closed) {
                  return true;
                }
              });
    }
  }

  @Test
  void shouldAnswerOthersBesideSendersThatStall() throws Exception {
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 500; i++) {
        Socket socket = new Socket(server.address().host(), server.address().port());
        stalled.add(socket);
        socket.getOutputStream().write("GET /hea".getBytes(UTF_8));
        socket.getOutputStream().flush();
      }
      assertThat(get("/health/live").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("http://" + server.address() + path)).build();
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path), HttpResponse.BodyHandlers.ofString());
  }

  private record Checked(List<HealthReason> reasons) implements Component {

    @Override
    public List<HealthReason> unreadyReasons() {
      return List.copyOf(reasons);
    }
  }
}
