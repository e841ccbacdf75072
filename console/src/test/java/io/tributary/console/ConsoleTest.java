package io.tributary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.runtime.config.Settings;
import io.tributary.runtime.context.RuntimeContext;
import io.tributary.runtime.health.OpsContent.Page;
import io.tributary.runtime.health.OpsContent.Request;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleTest {

  private static final Duration FRESH = Duration.ofSeconds(1);

  private final Console console =
      new Console(
          () -> Settings.of(Map.of()),
          List::of,
          Optional.of("ops.example"),
          Optional::empty,
          RuntimeContext.system());

  @ParameterizedTest
  @ValueSource(
      strings = {"127.0.0.1:8084", "localhost", "localhost:1", "[::1]:8084", "ops.example:80"})
  void shouldAnswerUnderItsOwnAddress(String host) {
    Page page = page("/console/", host);

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("console.js").doesNotContain("<script>");
    assertThat(page.headers().get("Content-Security-Policy"))
        .startsWith("default-src 'none'; script-src 'self';")
        .doesNotContain("unsafe");
  }

  /** Names that another site may point to this address (DNS rebinding). */
  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "127.0.0.1.evil.example", "ops.example.evil", ""})
  void shouldRefuseOtherNames(String host) {
    assertThat(page("/console/", host).status()).isEqualTo(403);
    assertThat(page("/console/api/overview", host).status()).isEqualTo(403);
  }

  @Test
  void shouldLeadToItsFirstPage() {
    assertThat(page("/", "localhost").headers()).containsEntry("Location", "/console/");
    assertThat(console.answer(request("/console/nonesuch", "localhost"))).isEmpty();
    assertThat(console.answer(request("/other", "localhost"))).isEmpty();
  }

  /** Without a gateway that it knows, as the command has none. */
  @Test
  void shouldShowExamplesThatItDoesNotSend() throws Exception {
    Map<String, String> seed = Map.of("seed", "1795219200123-4f2a9c1b", "example", "nonesuch");
    JsonNode listed = asked("GET", seed);
    assertThat(listed.get("sends").asBoolean()).isFalse();
    assertThat(listed.at("/examples/0/commands/1").asText())
        .contains("\"timestamp_ms\":1795219200123", "-H \"X-API-Key: $API_KEY\"");
    assertThat(asked("POST", seed).get("error").asText()).contains("no gateway");
    assertThat(asked("GET", Map.of("seed", "1")).get("error").asText())
        .isEqualTo("seed must be 13 digits, - and 8 hexadecimal digits");
  }

  private JsonNode asked(String method, Map<String, String> query) throws Exception {
    Request request =
        new Request(method, "/console/api/try", query, "localhost", "http://localhost", "");
    JsonNode answer;
    do {
      answer = new ObjectMapper().readTree(console.answer(request).orElseThrow().body());
    } while (answer.has("progress"));
    return answer;
  }

  @Test
  void shouldReportProgressUntilTheAnswer() throws Exception {
    Jobs jobs = new Jobs(RuntimeContext.system().ticker());
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Jobs.Question question =
        progress -> {
          progress.begin("reading topics", "offsets", 1000).at(10);
          begun.countDown();
          end.await();
          return 1;
        };

    jobs.ask("a", FRESH, question);
    begun.await();
    Object early = jobs.ask("a", FRESH, question);
    end.countDown();
    Object late = answer(jobs, "a", FRESH, question);

    assertThat(early).isEqualTo(Map.of("progress", "reading topics: 10 of 1,000"));
    assertThat(late).isEqualTo(1);
    Object failed =
        answer(
            jobs,
            "b",
            FRESH,
            progress -> {
              throw new IllegalStateException("no broker");
            });
    assertThat(failed).isEqualTo(Map.of("error", "no broker"));
    jobs.close();
  }

  /** Many pages may ask the same: each gets the answer of one look, and later a new one. */
  @Test
  void shouldAnswerAllWhoAskTheSameAtOnce() throws Exception {
    AtomicLong now = new AtomicLong();
    AtomicInteger looks = new AtomicInteger();
    Jobs jobs = new Jobs(now::get);
    Jobs.Question question = progress -> looks.incrementAndGet();

    for (int page = 0; page < 300; page++) {
      assertThat(answer(jobs, "a", FRESH, question)).isEqualTo(1);
    }
    now.addAndGet(Duration.ofMillis(1001).toNanos());
    assertThat(answer(jobs, "a", FRESH, question)).isEqualTo(2);

    assertThat(answer(jobs, "send", Duration.ZERO, question)).isEqualTo(3);
    assertThat(answer(jobs, "send", Duration.ZERO, question)).isEqualTo(4);
    assertThat(answer(jobs, "a", FRESH, question)).isEqualTo(5);
    jobs.close();
  }

  private static Object answer(Jobs jobs, String key, Duration fresh, Jobs.Question question)
      throws Exception {
    Object answer = jobs.ask(key, fresh, question);
    while (answer instanceof Map<?, ?> waiting && waiting.containsKey("progress")) {
      answer = jobs.ask(key, fresh, question);
    }
    return answer;
  }

  private Page page(String path, String host) {
    return console.answer(request(path, host)).orElseThrow();
  }

  private static Request request(String path, String host) {
    return new Request("GET", path, Map.of(), host, "", "");
  }
}
