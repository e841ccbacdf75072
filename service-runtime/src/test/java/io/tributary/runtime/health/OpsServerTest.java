package io.tributary.runtime.health;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OpsServerTest {

  private final List<HealthReason> reasons = new ArrayList<>();
  private final Meters meters = Meters.withJvm();
  private final OpsServer server =
      new OpsServer(new HostPort("127.0.0.1", 0), new OpsPages(new Checked(reasons), () -> meters));
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
  void shouldAnswerOthersBesideSendersThatStall() throws Exception {
    List<Socket> stalled = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Socket socket = new Socket(server.address().host(), server.address().port());
        stalled.add(socket);
        socket.getOutputStream().write("GET /hea".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
      }
      assertThat(get("/health/live").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : stalled) {
        socket.close();
      }
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    URI uri = URI.create("http://" + server.address() + path);
    return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  private record Checked(List<HealthReason> reasons) implements Component {

    @Override
    public List<HealthReason> unreadyReasons() {
      return List.copyOf(reasons);
    }
  }
}
