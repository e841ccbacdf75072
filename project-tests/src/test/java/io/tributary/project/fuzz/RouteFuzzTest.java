package io.tributary.project.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.gateway.answer.Problem;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.http.HttpLimits;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.Webhooks;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.RequestTarget;
import io.tributary.gateway.route.Routes;
import io.tributary.gateway.route.TraceContext;
import io.tributary.operations.requests.JsonTemplate;
import io.tributary.runtime.lifecycle.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Requests to the gateway's own routes: targets, ids, headers and bodies. */
class RouteFuzzTest {

  private static final Principal ALL = new Principal(TestGateway.API_KEY_ID, Set.of(Principal.ALL));

  private record Sample(String method, String target, String body) {}

  private static final List<Sample> SAMPLES = samples();

  private final TestGateway gateway = TestGateway.start(HttpLimits.of(Duration.ofSeconds(5)));
  private final Routes routes = new Routes(gateway.routes());

  RouteFuzzTest() {
    // nothing is kept, or a long run would fill the memory
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);
  }

  private static List<Sample> samples() {
    JsonNode file = JsonTemplate.resource("/try/examples.json");
    List<Sample> samples = new ArrayList<>();
    for (JsonNode example : file.path("examples")) {
      String[] send = example.path("send").asText().split(" ", 2);
      if (!send[1].startsWith("/v1/channels")) {
        samples.add(
            new Sample(
                send[0],
                send[1].replace("{", "").replace("}", ""),
                example.path("body").toString()));
      }
    }
    return samples;
  }

  @FuzzTest
  void shouldAnswerOrRefuse(byte[] bytes) throws Exception {
    FuzzInput input = new FuzzInput(bytes);
    Sample sample = input.of(SAMPLES);
    switch (input.below(8)) {
      case 0 ->
          request(
              sample.method(),
              new String(input.splicedInto(sample.target()), StandardCharsets.UTF_8),
              Optional.empty(),
              sample.body().getBytes(StandardCharsets.UTF_8));
      case 1 -> TraceContext.of(List.of(input.text()), List.of());
      case 2 ->
          request(
              sample.method(),
              sample.target(),
              Optional.of(input.text()),
              sample.body().getBytes(StandardCharsets.UTF_8));
      case 3 -> request(sample.method(), sample.target(), Optional.empty(), input.content());
      default ->
          request(
              sample.method(), sample.target(), Optional.empty(), input.splicedInto(sample.body()));
    }
  }

  private void request(String method, String target, Optional<String> once, byte[] body)
      throws Exception {
    Optional<RequestTarget> parsed = RequestTarget.parse(target);
    if (parsed.isEmpty()
        || !(routes.find(method, parsed.get()) instanceof Routes.Match.Found found)) {
      return;
    }
    Optional<Problem> refusal =
        found.route().pathRule().refusal(ALL, found.variables(), name -> Optional.empty());
    if (refusal.isPresent()) {
      assertThat(refusal.get().status()).isBetween(400, 499);
      return;
    }
    ApiRequest plain = Webhooks.request(body);
    ApiRequest request =
        new ApiRequest(
            plain.id(),
            ALL,
            target,
            found.variables(),
            parsed.get().query(),
            name -> Optional.empty(),
            once,
            body,
            TraceContext.NONE,
            Deadline.after(Duration.ofSeconds(5), System::nanoTime),
            new ByteBudget(Long.MAX_VALUE).open(),
            plain.connection());
    int status = found.route().endpoint().handle(request).get(20, TimeUnit.SECONDS).status();
    assertThat(status).isNotEqualTo(500).isBetween(200, 503);
  }
}
