package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.TopicRecord;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who may write of whom, by the file of service tokens. */
@OnSharedPipeline
final class HistoryGrantsIT {

  /** Callers by name with what they are granted. */
  private static final Map<String, List<String>> GRANTED =
      Map.of(
          "crm", List.of("acme/north"),
          "app", List.of("plain"),
          "both", List.of("acme/south", "acme/a/b", "plain"),
          "inbox-only", List.of());

  /** Whom requests are about, and who may make them beside the one who may everything. */
  private static final Map<ThreadId, List<String>> ALLOWED =
      Map.of(
          new ThreadId("acme", "north", "u", "granted"), List.of("crm"),
          new ThreadId("acme", "south", "u", "granted"), List.of("both"),
          new ThreadId("acme", "a/b", "u", "granted"), List.of("both"),
          new ThreadId("plain", null, "u", "granted"), List.of("app", "both"),
          new ThreadId("acme", null, "u", "granted"), List.of(),
          new ThreadId("plain", "north", "u", "granted"), List.of(),
          new ThreadId("Acme", "north", "u", "granted"), List.of(),
          new ThreadId("acme/north", null, "u", "granted"), List.of(),
          new ThreadId("acme/a", "b", "u", "granted"), List.of(),
          new ThreadId("other", "north", "u", "granted"), List.of());

  private final Bench bench;
  private final URI base;
  private final ServiceTokens file;
  private final AvroFiles avro = new AvroFiles();

  HistoryGrantsIT(Bench bench) {
    this.bench = bench;
    this.base = bench.pipeline().http();
    this.file = bench.serviceTokens();
  }

  @AfterEach
  void takeBack() {
    GRANTED.keySet().forEach(file::remove);
    List.of("old", "new").forEach(file::remove);
  }

  @Test
  void shouldAskForATokenBeforeAnythingElse() throws Exception {
    long before = bench.topics().length(HistoryEvents.TOPIC);
    for (String route : HistoryApi.ROUTES) {
      URI url = base.resolve(route);
      check(bench.http().post(url, Map.of(), "not even JSON"), 401, "MISSING_TOKEN");
      check(bearer(url, "Bearer fake-but-wrong"), 401, "INVALID_TOKEN");
      check(bearer(url, "Bearer "), 401, "UNAUTHORIZED");
      check(bearer(url, "Bearer " + ServiceTokens.ALL + "x"), 401, "INVALID_TOKEN");
      check(bearer(url, "Basic ZmFrZTpmYWtl"), 401, "UNAUTHORIZED");
      // An operator is no application.
      check(bearer(url, "Bearer fake-admin-token-for-tests-only"), 401, "INVALID_TOKEN");
    }
    assertThat(bench.topics().length(HistoryEvents.TOPIC)).isEqualTo(before);
  }

  @Test
  void shouldRefuseTheTokenOfOneOrgOnEveryRouteOfAnother() throws Exception {
    GRANTED.forEach((name, tenants) -> file.grant(name, token(name), grantsOf(name), of(tenants)));
    awaitAnswer("inbox-only", 403);
    int accepted = 0;
    int refused = 0;
    Map<String, Integer> expected = new HashMap<>();
    for (Map.Entry<ThreadId, List<String>> each : ALLOWED.entrySet()) {
      for (String caller : GRANTED.keySet()) {
        for (String route : HistoryApi.ROUTES) {
          Answer answer = post(caller, route, each.getKey());
          if (each.getValue().contains(caller)) {
            assertThat(answer.status()).as("%s on %s: %s", caller, each, answer).isEqualTo(202);
            expected.merge(caller + " " + each.getKey().pk(), 1, Integer::sum);
            accepted++;
          } else {
            check(answer, 403, "FORBIDDEN");
            refused++;
          }
        }
      }
    }

    // Nothing of what was refused is anywhere, and the rest says who sent it.
    assertThat(sendersInTheLog()).isEqualTo(expected);
    assertThat(accepted).isEqualTo(15);
    System.out.printf("history-grants: accepted=%d refused=%d appended=15%n", accepted, refused);
    bench.pipeline().awaitDrained();
  }

  @Test
  void shouldFollowChangesOfTheFile() throws Exception {
    ThreadId thread = new ThreadId("rotating", null, "u", "t");
    List<Long> took = new ArrayList<>();
    file.grant("old", token("old"), "history", "rotating");
    took.add(awaitAnswer("old", 202, thread));
    assertThat(post("new", HistoryApi.THREADS, thread).status()).isEqualTo(401);

    // Both are valid while one takes the other's place.
    file.grant("new", token("new"), "history", "rotating");
    took.add(awaitAnswer("new", 202, thread));
    assertThat(post("old", HistoryApi.THREADS, thread).status()).isEqualTo(202);

    file.remove("old");
    took.add(awaitAnswer("old", 401, thread));
    assertThat(post("new", HistoryApi.THREADS, thread).status()).isEqualTo(202);

    // Another grant for the same token.
    file.grant("new", token("new"), "history", "elsewhere");
    took.add(awaitAnswer("new", 403, thread));

    // Whoever had a token keeps it while the file is broken.
    file.spoil();
    Eventually.await("the broken file")
        .until(() -> bench.pipeline().process().logged().contains("service tokens from before"));
    assertThat(post("all", ServiceTokens.ALL, HistoryApi.THREADS, thread).status()).isEqualTo(202);
    file.grant("new", token("new"), "history", "rotating");
    took.add(awaitAnswer("new", 202, thread));
    bench.pipeline().awaitDrained();
    System.out.println("history-rotation: changes seen after ms=" + took);
  }

  private Answer bearer(URI url, String authorization) throws IOException {
    return bench.http().post(url, Map.of("Authorization", authorization), "not even JSON");
  }

  private Answer post(String caller, String route, ThreadId thread) throws IOException {
    return post(caller, token(caller), route, thread);
  }

  private Answer post(String caller, String token, String route, ThreadId thread)
      throws IOException {
    String members =
        switch (route) {
          case HistoryApi.MESSAGES ->
              HistorySamples.assistant("m of " + caller, 1767225600123L, "");
          case HistoryApi.THREADS -> "\"title\":\"of " + caller + "\"";
          default -> HistorySamples.feedback("m of " + caller, "\"up\"");
        };
    return new HistoryApi(bench.http(), base, token)
        .post(route, HistorySamples.request(thread, members));
  }

  /** Waits for an answer to a request about nobody whom anyone may write of. */
  private void awaitAnswer(String caller, int status) {
    long unused = awaitAnswer(caller, status, new ThreadId("nobody", "t", "u", "t"));
  }

  /** Waits for it and says how many milliseconds it took. */
  private long awaitAnswer(String caller, int status, ThreadId thread) {
    long start = System.nanoTime();
    Eventually.await("an answer " + status + " to " + caller)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> post(caller, HistoryApi.THREADS, thread).status() == status);
    return Duration.ofNanos(System.nanoTime() - start).toMillis();
  }

  /** How many facts of the threads of this test each caller has sent. */
  private Map<String, Integer> sendersInTheLog() {
    Map<String, Integer> senders = new HashMap<>();
    for (TopicRecord record : bench.topics().read(HistoryEvents.TOPIC)) {
      if (record.key().endsWith("#granted") || record.key().startsWith("nobody#")) {
        GenericRecord envelope = (GenericRecord) avro.decode(record.raw().value()).get("envelope");
        senders.merge(envelope.get("caller") + " " + record.key(), 1, Integer::sum);
      }
    }
    return senders;
  }

  private static String token(String caller) {
    return "fake-token-of-" + caller;
  }

  private static String grantsOf(String caller) {
    return caller.equals("inbox-only") ? "inbox" : "history";
  }

  private static String[] of(List<String> tenants) {
    return tenants.isEmpty() ? new String[] {"acme"} : tenants.toArray(String[]::new);
  }

  private static void check(Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).as(answer.body()).isEqualTo(error);
    assertThat(answer.json().path("message").asText()).isNotBlank();
    assertThat(answer.json().path("request_id").asText()).isNotBlank();
  }
}
