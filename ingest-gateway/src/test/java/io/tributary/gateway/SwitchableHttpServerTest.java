package io.tributary.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.Authenticator;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.http.HttpApi;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.metrics.GatewayMetrics;
import io.tributary.gateway.route.Route;
import io.tributary.gateway.route.Routes;
import io.tributary.runtime.ambient.Ambient;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.runtime.metrics.Meters;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** One address for one pipeline after the other. */
final class SwitchableHttpServerTest {

  private final SwitchableHttpServer server =
      new SwitchableHttpServer(
          Settings.of(Map.of("http.listen", "127.0.0.1:0", "stop.delay", "1h")));
  private final CompletableFuture<Reply> slow = new CompletableFuture<>();
  private final HttpApi first = api(slow);
  private final HttpApi second = api(CompletableFuture.completedFuture(text("second")));
  private final HttpClient client = HttpClient.newHttpClient();

  @AfterEach
  void close() throws Exception {
    server.close(soon(0));
  }

  @Test
  void shouldLetRequestsEndWhereTheyBeganWhileOthersGoToTheNext() throws Exception {
    PipelineBinding binding = new PipelineBinding(server, first);
    binding.start();
    CompletableFuture<HttpResponse<String>> before = ask();
    await().until(() -> !first.budget().isIdle());
    PipelineBinding next = new PipelineBinding(server, second);
    next.start();
    assertThat(ask().get().body()).isEqualTo("second");

    CompletableFuture<Void> closed = CompletableFuture.runAsync(() -> close(binding, 60));
    await().during(Duration.ofMillis(300)).until(() -> !closed.isDone());
    assertThat(before).isNotDone();
    slow.complete(text("first"));

    assertThat(before.get().body()).isEqualTo("first");
    closed.get();
    assertThat(ask().get().body()).isEqualTo("second");
    assertThat(next.unreadyReasons()).isEmpty();
  }

  @Test
  void shouldNotWaitForEverForRequests() throws Exception {
    PipelineBinding binding = new PipelineBinding(server, first);
    binding.start();
    CompletableFuture<HttpResponse<String>> before = ask();
    await().until(() -> !first.budget().isIdle());
    new PipelineBinding(server, second).start();

    close(binding, 0);

    assertThat(before).isNotDone();
    assertThat(ask().get().body()).isEqualTo("second");
  }

  @Test
  void shouldNotListenBeforeOthersAreReady() throws Exception {
    CompletableFuture<Void> others = new CompletableFuture<>();
    SwitchableHttpServer last =
        new SwitchableHttpServer(
            Settings.of(Map.of("http.listen", "127.0.0.1:0", "stop.delay", "0s")), others);
    PipelineBinding binding = new PipelineBinding(last, second);
    CompletableFuture<Void> started = CompletableFuture.runAsync(() -> start(binding));

    await().during(Duration.ofMillis(300)).until(() -> last.address().port() == 0);
    others.complete(null);

    started.get();
    assertThat(last.address().port()).isPositive();
    close(binding, 5);
  }

  @Test
  void shouldOpenWhenItsPortIsFreeAgain() throws Exception {
    SwitchableHttpServer late;
    PipelineBinding failed;
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      late =
          new SwitchableHttpServer(
              Settings.of(
                  Map.of("http.listen", "127.0.0.1:" + taken.getLocalPort(), "stop.delay", "0s")));
      failed = new PipelineBinding(late, first);
      assertThatThrownBy(failed::start).hasStackTraceContaining("in use");
    }
    close(failed, 5);
    PipelineBinding binding = new PipelineBinding(late, second);
    binding.start();

    HttpRequest asked =
        HttpRequest.newBuilder(URI.create("http://" + late.address() + "/asked")).build();
    assertThat(client.send(asked, HttpResponse.BodyHandlers.ofString()).body()).isEqualTo("second");
    assertThat(binding.unreadyReasons()).isEmpty();
    close(binding, 5);
  }

  private CompletableFuture<HttpResponse<String>> ask() {
    return client.sendAsync(
        HttpRequest.newBuilder(URI.create("http://" + server.address() + "/asked")).build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static void start(PipelineBinding binding) {
    try {
      binding.start();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void close(PipelineBinding binding, int seconds) {
    try {
      binding.close(soon(seconds));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Deadline soon(int seconds) {
    return Deadline.after(Duration.ofSeconds(seconds), System::nanoTime);
  }

  private static Answer text(String body) {
    return new Answer(200, "text/plain", body);
  }

  private static HttpApi api(CompletableFuture<Reply> answer) {
    return new HttpApi(
        new Routes(List.of(Route.of("GET", "/asked", Authenticator.OPEN, 0, request -> answer))),
        new ByteBudget(1),
        HttpLimits.of(Duration.ofMinutes(1)),
        new GatewayMetrics(new Meters()),
        Ambient.system());
  }
}
