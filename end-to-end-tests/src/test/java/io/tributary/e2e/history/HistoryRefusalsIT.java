package io.tributary.e2e.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the routes refuse, how they say so, and what lies just within their bounds. */
@OnSharedPipeline
final class HistoryRefusalsIT {

  private static final int MOST_BYTES = 360 * 1024;

  /** Good requests, of which a case changes one part. */
  private static final Map<String, String> GOOD =
      Map.of(
          HistoryApi.MESSAGES,
          """
          {"org_id":"org123","tenant_id":"tenantA","user_id":"refused","thread_id":"t",
           "message_id":"m","role":"assistant","timestamp":1767225600123,"content":"hello",
           "stop_reason":"end","response_metadata":{"n":1},"sources":[{"n":2}],
           "thread":{"title":"a title","origin":"web","is_temporary":false}}
          """,
          HistoryApi.THREADS,
          """
          {"org_id":"org123","tenant_id":"tenantA","user_id":"refused","thread_id":"t",
           "title":"a title","origin":"web","is_temporary":false}
          """,
          HistoryApi.FEEDBACK,
          """
          {"org_id":"org123","tenant_id":"tenantA","user_id":"refused","thread_id":"t",
           "message_id":"m","verso":"up","feedback":"good"}
          """);

  private static final String WRONG_IDS =
      """
      "" | INVALID_FORMAT
      7 | INVALID_FORMAT
      {} | INVALID_FORMAT
      "a#b" | INVALID_FORMAT
      "#" | INVALID_FORMAT
      "\\u00e4" | INVALID_FORMAT
      "a\\tb" | INVALID_FORMAT
      "a\\u0000" | INVALID_FORMAT
      "a\\u007f" | INVALID_FORMAT
      """;

  /** Route, part, what stands there instead, code, field. */
  private static final String WRONG_VALUES =
      """
      messages | "role":"assistant", | | MISSING_FIELD | role
      messages | "assistant" | null | MISSING_FIELD | role
      messages | "assistant" | "system" | INVALID_VALUE | role
      messages | "assistant" | "Assistant" | INVALID_VALUE | role
      messages | "assistant" | ["user"] | INVALID_FORMAT | role
      messages | "content":"hello", | | MISSING_FIELD | content
      messages | "hello" | null | MISSING_FIELD | content
      messages | "hello" | 7 | INVALID_FORMAT | content
      messages | "hello" | true | INVALID_FORMAT | content
      messages | "hello" | [1,{"a":[1e126]}] | INVALID_VALUE | content[1].a[0]
      messages | "hello" | [1.11111111111111111111111111111111111111] | INVALID_VALUE | content[0]
      messages | "hello" | {"n":1e-131} | INVALID_VALUE | content.n
      messages | "hello" | [1E999999999] | INVALID_VALUE | content[0]
      messages | "hello" | {"a":[{"":1}]} | INVALID_VALUE | content.a[0].
      messages | {"n":1} | {"":{}} | INVALID_VALUE | response_metadata.
      messages | "hello" | {"a":1,"a":2} | INVALID_FORMAT | content.a
      messages | "hello" | "\\ud83d" | INVALID_FORMAT | content
      messages | "hello" | ["\\ude80"] | INVALID_FORMAT | content[0]
      messages | 1767225600123 | 999999999999 | INVALID_FORMAT | timestamp
      messages | 1767225600123 | 10000000000000 | INVALID_FORMAT | timestamp
      messages | 1767225600123 | -1767225600123 | INVALID_FORMAT | timestamp
      messages | 1767225600123 | 1767225600123.5 | INVALID_FORMAT | timestamp
      messages | 1767225600123 | "1767225600123" | INVALID_FORMAT | timestamp
      messages | "end" | "" | INVALID_VALUE | stop_reason
      messages | "end" | 1 | INVALID_FORMAT | stop_reason
      messages | {"n":1} | [] | INVALID_FORMAT | response_metadata
      messages | {"n":1} | "text" | INVALID_FORMAT | response_metadata
      messages | {"n":1} | {"n":1e-131} | INVALID_VALUE | response_metadata.n
      messages | [{"n":2}] | {} | INVALID_FORMAT | sources
      messages | [{"n":2}] | "text" | INVALID_FORMAT | sources
      messages | [{"n":2}] | [{"n":1e126}] | INVALID_VALUE | sources[0].n
      messages | {"title":"a title","origin":"web","is_temporary":false} | [] | INVALID_FORMAT | thread
      messages | "a title" | "" | INVALID_VALUE | thread.title
      messages | "web" | 7 | INVALID_FORMAT | thread.origin
      messages | false | "false" | INVALID_FORMAT | thread.is_temporary
      threads | "a title" | "" | INVALID_VALUE | title
      threads | "a title" | ["t"] | INVALID_FORMAT | title
      threads | "web" | "" | INVALID_VALUE | origin
      threads | false | 0 | INVALID_FORMAT | is_temporary
      feedback | "verso":"up", | | MISSING_FIELD | verso
      feedback | "up" | "UP" | INVALID_VALUE | verso
      feedback | "up" | "sideways" | INVALID_VALUE | verso
      feedback | "up" | "" | INVALID_VALUE | verso
      feedback | "up" | 1 | INVALID_FORMAT | verso
      feedback | "good" | 7 | INVALID_FORMAT | feedback
      feedback | "good" | {} | INVALID_FORMAT | feedback
      """;

  private final Bench bench;
  private final HttpProbe http;
  private final URI base;
  private final HistoryApi api;
  private final HistoryItems items;

  HistoryRefusalsIT(Bench bench) {
    this.bench = bench;
    this.http = bench.http();
    this.base = bench.pipeline().http();
    this.api = new HistoryApi(http, base);
    this.items = new HistoryItems(bench.tables());
  }

  /** A request that must be refused with a 400. */
  private record Refused(String route, String body, String error, String field) {}

  @Test
  void shouldSayWhichFieldBreaksWhichRule() throws Exception {
    long before = bench.topics().length(HistoryEvents.TOPIC);
    List<Refused> cases = new ArrayList<>();
    wrongIds(cases);
    wrongValues(cases);
    tooLong(cases);
    for (Refused refused : cases) {
      Answer answer = api.post(refused.route(), refused.body());
      check(answer, 400, refused.error());
      assertThat(answer.json().path("field").asText())
          .as("%s answered %s", refused, answer.body())
          .isEqualTo(refused.field());
      assertThat(answer.json().path("rule").asText()).as(answer.body()).isNotBlank();
    }

    assertThat(bench.topics().length(HistoryEvents.TOPIC)).isEqualTo(before);
    System.out.println("history-refusals: cases=" + cases.size() + " appended=0");
  }

  @Test
  void shouldRefuseBodiesThatAreNoObjectOfJson() throws Exception {
    long before = bench.topics().length(HistoryEvents.TOPIC);
    for (String route : HistoryApi.ROUTES) {
      check(api.post(route, ""), 400, "MISSING_FIELD");
      for (String body :
          List.of(
              "not JSON",
              "[]",
              "null",
              "\"text\"",
              "{",
              good(route) + "x",
              good(route) + "{}",
              "{\"org_id\":\"a\",\"org_id\":\"a\"}",
              "{'org_id':'a'}",
              "{\"a\":NaN}",
              "{\"a\":" + "[".repeat(40) + "]".repeat(40) + "}",
              "{\"a\":" + "1".repeat(2000) + "}",
              "\u0000")) {
        check(api.post(route, body), 400, "INVALID_FORMAT");
      }
      byte[] latin = good(route).replace("org123", "\u00e4").getBytes(StandardCharsets.ISO_8859_1);
      check(http.post(base.resolve(route), authorized(), latin), 400, "INVALID_FORMAT");
    }
    assertThat(bench.topics().length(HistoryEvents.TOPIC)).isEqualTo(before);
  }

  @Test
  void shouldKnowItsPathsMethodsAndLimits() throws Exception {
    long before = bench.topics().length(HistoryEvents.TOPIC);
    for (String route : HistoryApi.ROUTES) {
      URI url = base.resolve(route);
      check(http.get(url, authorized()), 405, "METHOD_NOT_ALLOWED");
      check(http.delete(url, authorized()), 405, "METHOD_NOT_ALLOWED");
      check(
          http.send("PUT", url, authorized(), BodyPublishers.ofString(good(route))),
          405,
          "METHOD_NOT_ALLOWED");
      check(api.post(route + "/m", good(route)), 404, "NOT_FOUND");
      String large = good(route).replaceFirst("\\{", "{\"x\":\"" + "x".repeat(1024 * 1024) + "\",");
      check(api.post(route, large), 413, "PAYLOAD_TOO_LARGE");
    }
    check(api.post("/v1/history", "{}"), 404, "NOT_FOUND");
    assertThat(bench.topics().length(HistoryEvents.TOPIC)).isEqualTo(before);
  }

  @Test
  void shouldStoreWhatIsJustWithinTheLimits() throws Exception {
    String longest = "i".repeat(128);
    ThreadId thread = new ThreadId(longest, longest, longest, longest);
    String text = "x".repeat(MOST_BYTES);
    String emoji = "\uD83D\uDE80".repeat(MOST_BYTES / 4);
    String comment = "\u20ac".repeat(8192);
    long before = bench.topics().length(HistoryEvents.TOPIC);
    for (String content : List.of('"' + text + "x\"", '"' + emoji + "x\"", "[\"" + text + "\"]")) {
      check(
          api.post(
              HistoryApi.MESSAGES,
              HistorySamples.request(
                  thread, HistorySamples.message("user", longest, 1767225600123L, content))),
          413,
          "PAYLOAD_TOO_LARGE");
    }
    assertThat(bench.topics().length(HistoryEvents.TOPIC)).isEqualTo(before);

    api.message(
        thread,
        HistorySamples.user(longest, 1767225600123L, text)
            + ",\"stop_reason\":\""
            + "s".repeat(256)
            + "\",\"thread\":{\"title\":\""
            + "\u20ac".repeat(1024)
            + "\",\"origin\":\""
            + "o".repeat(256)
            + "\"}");
    api.feedback(thread, HistorySamples.feedback(longest, "\"up\"", '"' + comment + '"'));
    api.message(thread, HistorySamples.assistant(longest, 1767225600124L, emoji));
    bench.pipeline().awaitDrained();

    List<Map<String, Object>> stored = items.messages(thread);
    assertThat(stored).extracting(item -> item.get("role")).containsExactly("assistant", "user");
    assertThat(stored.get(0).get("content")).isEqualTo(emoji);
    assertThat(stored.get(1).get("content")).isEqualTo(text);
    assertThat(stored.get(1).get("feedback")).isEqualTo(comment);
    assertThat(items.thread(thread).orElseThrow().get("title")).isEqualTo("\u20ac".repeat(1024));
  }

  @Test
  void shouldStoreContentThatIsCheapToSendAndDearToKeep() throws Exception {
    ThreadId thread = ThreadId.of("within-limits", "dear");
    List<String> dear =
        List.of(
            // Six bytes each on the wire, one in the item.
            "[\"" + "\\u0001".repeat(170_000) + "\"]",
            "[" + "1e1,".repeat(122_000) + "1e1]",
            "[" + "\"\",".repeat(340_000) + "\"\"]");
    for (int i = 0; i < dear.size(); i++) {
      api.message(thread, HistorySamples.message("user", "m" + i, 1767225600100L + i, dear.get(i)));
    }
    bench.pipeline().awaitDrained();

    assertThat(items.messages(thread))
        .extracting(item -> ((List<?>) Objects.requireNonNull(item.get("content"))).size())
        .containsExactly(1, 122_001, 340_001);
  }

  @Test
  void shouldIgnoreMembersThatNobodyAskedFor() throws Exception {
    ThreadId thread = ThreadId.of("unknown-members", "t");
    String unknown = ",\"rev\":7,\"PK\":\"hostile\",\"ExpiryTime\":1,\"tenant\":{\"a\":[null]}";
    api.message(thread, HistorySamples.assistant("m", 1767225600123L, "hello") + unknown);
    api.thread(thread, "\"title\":\"named\",\"user_message_count\":99" + unknown);
    api.feedback(thread, HistorySamples.feedback("m", "\"up\"") + unknown);
    bench.pipeline().awaitDrained();

    assertThat(items.messages(thread))
        .hasSize(1)
        .allMatch(item -> "up".equals(item.get("verso")) && !item.containsKey("tenant"));
    assertThat(items.thread(thread).orElseThrow())
        .containsAllEntriesOf(HistoryItems.json("{\"title\":\"named\",\"user_message_count\":0}"))
        .doesNotContainKey("tenant");
  }

  private static void wrongIds(List<Refused> cases) {
    for (String route : HistoryApi.ROUTES) {
      List<String> ids = new ArrayList<>(List.of("org_id", "tenant_id", "user_id", "thread_id"));
      if (!route.equals(HistoryApi.THREADS)) {
        ids.add("message_id");
      }
      for (String id : ids) {
        for (String line : WRONG_IDS.lines().toList()) {
          String[] parts = line.split(" *\\| *", -1);
          cases.add(new Refused(route, withId(route, id, parts[0]), parts[1], id));
        }
        String tooLong = '"' + "x".repeat(129) + '"';
        cases.add(new Refused(route, withId(route, id, tooLong), "INVALID_FORMAT", id));
        if (!id.equals("tenant_id")) {
          cases.add(new Refused(route, withId(route, id, "null"), "MISSING_FIELD", id));
          String absent = good(route).replaceFirst("\"" + id + "\":\"[^\"]*\",", "");
          cases.add(new Refused(route, absent, "MISSING_FIELD", id));
        }
      }
    }
  }

  private static void wrongValues(List<Refused> cases) {
    for (String line : WRONG_VALUES.lines().toList()) {
      String[] parts = line.split(" *\\| *", -1);
      cases.add(changed("/v1/history/" + parts[0], parts[1], parts[2], parts[3], parts[4]));
    }
  }

  private static void tooLong(List<Refused> cases) {
    cases.add(changed(HistoryApi.MESSAGES, "end", "s".repeat(257), "INVALID_VALUE", "stop_reason"));
    cases.add(
        changed(HistoryApi.MESSAGES, "a title", "t".repeat(1025), "INVALID_VALUE", "thread.title"));
    cases.add(changed(HistoryApi.THREADS, "a title", "t".repeat(1025), "INVALID_VALUE", "title"));
    cases.add(changed(HistoryApi.THREADS, "web", "o".repeat(257), "INVALID_VALUE", "origin"));
    cases.add(changed(HistoryApi.FEEDBACK, "good", "f".repeat(8193), "INVALID_VALUE", "feedback"));
  }

  private static Refused changed(
      String route, String part, String replacement, String error, String field) {
    assertThat(good(route)).containsOnlyOnce(part);
    return new Refused(route, good(route).replace(part, replacement), error, field);
  }

  private static String withId(String route, String id, String value) {
    String body = good(route);
    int start = body.indexOf("\"" + id + "\":") + id.length() + 3;
    return body.substring(0, start) + value + body.substring(body.indexOf(',', start));
  }

  private static String good(String route) {
    return Objects.requireNonNull(GOOD.get(route));
  }

  private static Map<String, String> authorized() {
    return Map.of("Authorization", "Bearer " + ServiceTokens.ALL);
  }

  private static void check(Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).as(answer.body()).isEqualTo(error);
    assertThat(answer.json().path("message").asText()).isNotBlank();
    assertThat(answer.json().path("request_id").asText()).isNotBlank();
  }
}
