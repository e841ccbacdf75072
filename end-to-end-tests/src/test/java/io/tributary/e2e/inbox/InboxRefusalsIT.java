package io.tributary.e2e.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import io.tributary.harness.store.AvroFiles;
import io.tributary.harness.store.Poisons;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the routes refuse, how they say so, and what lies just within their bounds. */
@OnSharedPipeline
final class InboxRefusalsIT {

  private static final Inbox INBOX = Inbox.of("refusals");
  private static final String ID = "07AEH01P4K9ZQ2M7X";
  private static final List<String> FACTS =
      List.of("inbox.settings-commands", "inbox.publish-commands", InboxFacts.PUBLISHES);

  /** Good requests, of which a case changes one part. */
  private static final Map<String, String> GOOD =
      Map.of(
          "users",
          """
          {"audiences":{"kind":"users","label":"L","uids":["ann"]},"host_system_id":"host",
           "sender":"me","taxonomy":{"category":"billing"},
           "message":{"title":"T","body":"B","cta_uri":"acme://1"}}
          """,
          "everyone",
          """
          {"audiences":{"kind":"everyone","label":"L"},"message":{"title":"T","body":"B"}}
          """,
          "reads",
          """
          {"messages":["07AEH01P4K9ZQ2M7X"]}
          """,
          "until",
          """
          {"until":1756093980}
          """,
          "settings",
          """
          {"title":"T","ttl":"30d"}
          """,
          "config",
          """
          {"title":"T","description":"D","ttl":{"default":"30d","promo":"7d"}}
          """);

  /** Request, part, what stands there instead, code, field. */
  private static final String WRONG_VALUES =
      """
      users | "audiences":{"kind":"users","label":"L","uids":["ann"]}, | | MISSING_FIELD | audiences
      users | {"kind":"users","label":"L","uids":["ann"]} | [] | INVALID_FORMAT | audiences
      users | "kind":"users", | | MISSING_FIELD | audiences.kind
      users | "users" | "user" | INVALID_VALUE | audiences.kind
      users | "users" | 7 | INVALID_FORMAT | audiences.kind
      users | "users" | "everyone" | INVALID_VALUE | audiences.uids
      users | "label":"L", | | MISSING_FIELD | audiences.label
      users | "L" | "" | INVALID_VALUE | audiences.label
      users | ,"uids":["ann"] | | MISSING_FIELD | audiences.uids
      users | ["ann"] | null | MISSING_FIELD | audiences.uids
      users | ["ann"] | [] | INVALID_VALUE | audiences.uids
      users | ["ann"] | "ann" | INVALID_FORMAT | audiences.uids
      users | ["ann"] | ["ann",7] | INVALID_FORMAT | audiences.uids[1]
      users | ["ann"] | ["ann",""] | INVALID_FORMAT | audiences.uids[1]
      users | ["ann"] | ["$public"] | INVALID_FORMAT | audiences.uids[0]
      users | ["ann"] | ["ann","a#b"] | INVALID_FORMAT | audiences.uids[1]
      users | ["ann"] | ["\\u00e4nn"] | INVALID_FORMAT | audiences.uids[0]
      users | "billing" | "*" | INVALID_FORMAT | taxonomy.category
      users | "billing" | "" | INVALID_FORMAT | taxonomy.category
      users | "billing" | "a#b" | INVALID_FORMAT | taxonomy.category
      users | "billing" | 7 | INVALID_FORMAT | taxonomy.category
      users | {"category":"billing"} | "billing" | INVALID_FORMAT | taxonomy
      users | "host" | 7 | INVALID_FORMAT | host_system_id
      users | "me" | "" | INVALID_VALUE | sender
      users | "title":"T", | | MISSING_FIELD | message.title
      users | "T" | "" | INVALID_VALUE | message.title
      users | "T" | null | MISSING_FIELD | message.title
      users | "body":"B", | | MISSING_FIELD | message.body
      users | "B" | {"n":[1e126]} | INVALID_VALUE | message.body.n[0]
      users | "B" | {"":1} | INVALID_VALUE | message.body.
      users | "B" | {"a":1,"a":2} | INVALID_FORMAT | message.body.a
      users | "acme://1" | ["acme://1"] | INVALID_FORMAT | message.cta_uri
      everyone | ,"message":{"title":"T","body":"B"} | | MISSING_FIELD | message
      everyone | "label":"L" | "label":"L","uids":["ann"] | INVALID_VALUE | audiences.uids
      reads | "messages" | "message" | MISSING_FIELD | messages
      reads | ["07AEH01P4K9ZQ2M7X"] | ["07AEH01P4K9ZQ2M7X"],"until":1 | INVALID_VALUE | messages
      reads | ["07AEH01P4K9ZQ2M7X"] | [] | INVALID_VALUE | messages
      reads | ["07AEH01P4K9ZQ2M7X"] | "07AEH01P4K9ZQ2M7X" | INVALID_FORMAT | messages
      reads | "07AEH01P4K9ZQ2M7X" | "" | INVALID_FORMAT | messages[0]
      reads | "07AEH01P4K9ZQ2M7X" | "07AEH01P4K9ZQ2M7" | INVALID_FORMAT | messages[0]
      reads | "07AEH01P4K9ZQ2M7X" | "07AEH01P4K9ZQ2M7XX" | INVALID_FORMAT | messages[0]
      reads | "07AEH01P4K9ZQ2M7X" | "07aeh01p4k9zq2m7x" | INVALID_FORMAT | messages[0]
      reads | "07AEH01P4K9ZQ2M7X" | 7 | INVALID_FORMAT | messages[0]
      until | 1756093980 | -1 | INVALID_FORMAT | until
      until | 1756093980 | 1756093980123 | INVALID_FORMAT | until
      until | 1756093980 | 1.5 | INVALID_FORMAT | until
      until | 1756093980 | "1756093980" | INVALID_FORMAT | until
      until | 1756093980 | null | MISSING_FIELD | messages
      settings | "title":"T", | | MISSING_FIELD | title
      settings | "T" | "" | INVALID_VALUE | title
      settings | ,"ttl":"30d" | | MISSING_FIELD | ttl
      settings | "30d" | 30 | INVALID_FORMAT | ttl
      config | "title":"T", | | MISSING_FIELD | title
      config | "description":"D", | | MISSING_FIELD | description
      config | "default" | "Default" | MISSING_FIELD | ttl.default
      config | {"default":"30d","promo":"7d"} | "30d" | INVALID_FORMAT | ttl
      config | "promo" | "*" | INVALID_FORMAT | ttl.*
      config | "promo" | "a#b" | INVALID_FORMAT | ttl.a#b
      """;

  private static final List<String> WRONG_LIVES =
      List.of(
          "1h",
          "30D",
          "-1d",
          "1.5d",
          "",
          "721d",
          "0d",
          "0m",
          "0s",
          "1036801m",
          "62208001s",
          "999999999m",
          "d",
          "30",
          "30d\\n",
          " 30d",
          "+30d",
          "30 d",
          "1d1d",
          "\\u0663d",
          "9223372036854775808s");

  private final Bench bench;
  private final InboxApi api;
  private final URI base;
  private final AvroFiles avro = new AvroFiles();

  InboxRefusalsIT(Bench bench) {
    this.bench = bench;
    this.base = bench.pipeline().http();
    this.api = new InboxApi(bench.http(), base);
  }

  /** A request that must be refused with a 400. */
  private record Refused(String request, String body, String error, String field) {}

  @AfterEach
  void takeBack() {
    List.of("crm", "devices-only").forEach(bench.serviceTokens()::remove);
  }

  @Test
  void shouldSayWhichFieldBreaksWhichRule() throws Exception {
    long before = appended();
    List<Refused> cases = cases();
    for (Refused refused : cases) {
      Answer answer = send(refused.request(), refused.body());
      check(answer, 400, refused.error());
      assertThat(answer.json().path("field").asText())
          .as("%s answered %s", refused, answer.body())
          .isEqualTo(refused.field());
      assertThat(answer.json().path("rule").asText()).as(answer.body()).isNotBlank();
    }
    assertThat(appended()).isEqualTo(before);
    System.out.println("inbox-refusals: cases=" + cases.size() + " appended=0");
  }

  @Test
  void shouldRefusePathsThatNameNothing() throws Exception {
    long before = appended();
    String long129 = "x".repeat(129);
    for (String bad : List.of("a%23b", "%C3%A4", "%07", long129)) {
      path("POST", "/v1/inbox/" + bad + "/DEFAULT/messages", "users", "tenant_key");
      path("POST", "/v1/inbox/acme/" + bad + "/messages", "users", "inbox_key");
      path("PUT", "/v1/inbox/acme/DEFAULT/users/" + bad + "/reads", "reads", "uid");
      path("PUT", "/v1/inbox/" + bad + "/settings", "settings", "tenant_key");
      path("PUT", "/v1/inbox/acme/" + bad + "/config", "config", "inbox_key");
      path("DELETE", "/v1/inbox/acme/DEFAULT/messages/" + bad, "", "id");
    }
    path("POST", "/v1/inbox/acme//messages", "users", "inbox_key");
    path("POST", "/v1/inbox//DEFAULT/messages", "users", "tenant_key");
    path("PUT", "/v1/inbox/acme/DEFAULT/users//reads", "reads", "uid");
    path("PUT", "/v1/inbox/acme/DEFAULT/users/$public/reads", "reads", "uid");
    path("PUT", "/v1/inbox/acme/DEFAULT/users/%24public/reads", "reads", "uid");
    path("DELETE", "/v1/inbox/acme/DEFAULT/messages/07AEH01P4K9ZQ2M7x", "", "id");
    for (String nowhere :
        List.of("POST /v1/inbox/acme/DEFAULT", "PUT /v1/inbox/acme/DEFAULT/users/ann/reads/x")) {
      String[] parts = nowhere.split(" ", -1);
      check(api.send(parts[0], parts[1], good("users"), Map.of()), 404, "NOT_FOUND");
    }
    check(api.send("GET", INBOX.messages(), "", Map.of()), 405, "METHOD_NOT_ALLOWED");
    check(api.send("POST", INBOX.reads("ann"), "{}", Map.of()), 405, "METHOD_NOT_ALLOWED");
    check(api.send("PUT", INBOX.message(ID), "{}", Map.of()), 405, "METHOD_NOT_ALLOWED");
    for (String key : List.of("", "x".repeat(257), "a\tb")) {
      Answer answer =
          api.send("POST", INBOX.messages(), good("users"), Map.of("Idempotency-Key", key));
      check(answer, 400, "INVALID_FORMAT");
      assertThat(answer.json().path("field").asText()).isEqualTo("Idempotency-Key");
    }
    assertThat(appended()).isEqualTo(before);
  }

  @Test
  void shouldRefuseWhatIsTooLarge() throws Exception {
    long before = appended();
    String euros = "\u20ac".repeat(342);
    List<String> large =
        List.of(
            good("users").replace("\"T\"", "\"" + "t".repeat(1025) + "\""),
            good("users").replace("\"T\"", "\"" + euros + "\""),
            good("users").replace("\"B\"", "\"" + "b".repeat(256 * 1024 + 1) + "\""),
            good("everyone").replace("\"B\"", "[\"" + "b".repeat(256 * 1024) + "\"]"),
            good("users").replace("\"B\"", "\"" + "b".repeat(1024 * 1024) + "\""),
            good("users")
                .replace("\"B\"", "\"" + "b".repeat(3360) + "\"")
                .replace("\"ann\"", uids(10_000)));
    for (String body : large) {
      check(send("users", body), 413, "PAYLOAD_TOO_LARGE");
    }
    assertThat(appended()).isEqualTo(before);
  }

  @Test
  void shouldStoreWhatIsJustWithinTheLimits() throws Exception {
    Inbox inbox = new Inbox("i".repeat(128), "k".repeat(128));
    String longest = "u".repeat(128);
    api.config(
        inbox,
        "{\"title\":\"T\",\"description\":\"\",\"ttl\":{\"default\":\"720d\",\"m\":\"1036800m\"}}");
    api.settings(inbox, "{\"title\":\"T\",\"ttl\":\"62208000s\"}");
    String id =
        InboxApi.accepted(
            api.publish(
                inbox,
                "k".repeat(256),
                good("users")
                    .replace("\"T\"", "\"" + "\u20ac".repeat(341) + "t\"")
                    .replace("\"B\"", "\"" + "b".repeat(256 * 1024) + "\"")
                    .replace("billing", "c".repeat(128))
                    .replace("ann", longest)),
            1);
    String nullBody =
        InboxApi.accepted(api.publish(inbox, good("everyone").replace("\"B\"", "null")), null);
    String[] ids = new String[50];
    for (int i = 0; i < 50; i++) {
      ids[i] = i % 2 == 0 ? id : nullBody;
    }
    api.read(inbox, longest, ids);
    api.readUntil(inbox, "other", 0);
    bench.pipeline().awaitDrained();

    InboxItems items = new InboxItems(bench.tables());
    assertThat(items.message(inbox, longest, id).orElseThrow()).containsKey("readat");
    assertThat(items.ids(inbox, longest)).containsExactlyInAnyOrder(id, nullBody);
    assertThat(items.counters(inbox, longest))
        .isEqualTo(Map.of("*", "1/2", "c".repeat(128), "1/1"));
    assertThat(
            ((Map<?, ?>)
                    Objects.requireNonNull(
                        items.message(inbox, Inbox.PUBLIC, nullBody).orElseThrow().get("message")))
                .get("body"))
        .hasToString("NULL");
  }

  @Test
  void shouldAskForATokenBeforeAnythingElse() throws Exception {
    long before = appended();
    bench.serviceTokens().grant("crm", "fake-crm-token", "inbox", "acme", "acme2");
    bench.serviceTokens().grant("devices-only", "fake-devices-token", "devices", "*");
    InboxApi crm = new InboxApi(bench.http(), () -> base, "fake-crm-token");
    InboxApi devices = new InboxApi(bench.http(), () -> base, "fake-devices-token");
    Eventually.await().until(() -> sendAs(crm, Inbox.of("acme"), "users", "{}").status() == 400);
    Eventually.await()
        .until(() -> sendAs(devices, Inbox.of("acme"), "users", "{}").status() == 403);

    for (String request : GOOD.keySet()) {
      URI url = base.resolve(route(INBOX, request));
      String method = method(request);
      check(
          bench.http().send(method, url, Map.of(), BodyPublishers.ofString("not even JSON")),
          401,
          "MISSING_TOKEN");
      check(
          bench
              .http()
              .send(
                  method,
                  url,
                  Map.of("Authorization", "Bearer fake-but-wrong"),
                  BodyPublishers.ofString(good(request))),
          401,
          "INVALID_TOKEN");
      check(sendAs(devices, INBOX, request, "not even JSON"), 403, "FORBIDDEN");
      for (String tenant : List.of("refusals", "Acme", "acme3", "acm", "a#b", "*")) {
        check(sendAs(crm, Inbox.of(tenant), request, "not even JSON"), 403, "FORBIDDEN");
      }
      for (String tenant : List.of("acme", "acme2")) {
        check(sendAs(crm, Inbox.of(tenant), request, "{"), 400, "INVALID_FORMAT");
      }
    }
    check(crm.send("DELETE", INBOX.message(ID), "", Map.of()), 403, "FORBIDDEN");
    assertThat(appended()).isEqualTo(before);
  }

  @Test
  void shouldRefuseBodiesThatAreNoObjectOfJson() throws Exception {
    long before = appended();
    for (String request : GOOD.keySet()) {
      check(send(request, ""), 400, "MISSING_FIELD");
      for (String body :
          List.of("not JSON", "[]", "null", "\"text\"", "{", good(request) + "x", "{'a':1}")) {
        check(send(request, body), 400, "INVALID_FORMAT");
      }
    }
    assertThat(appended()).isEqualTo(before);
  }

  private List<Refused> cases() {
    List<Refused> cases = new ArrayList<>();
    for (String line : WRONG_VALUES.lines().toList()) {
      String[] parts = line.split(" *\\| *", -1);
      cases.add(changed(parts[0], parts[1], parts[2], parts[3], parts[4]));
    }
    for (String life : WRONG_LIVES) {
      cases.add(changed("settings", "30d", life, "INVALID_VALUE", "ttl"));
      cases.add(changed("config", "30d", life, "INVALID_VALUE", "ttl.default"));
      cases.add(changed("config", "7d", life, "INVALID_VALUE", "ttl.promo"));
    }
    String tooLong = "x".repeat(129);
    cases.add(changed("users", "\"ann\"", uids(10_001), "INVALID_VALUE", "audiences.uids"));
    cases.add(changed("users", "ann", tooLong, "INVALID_FORMAT", "audiences.uids[0]"));
    cases.add(changed("users", "billing", tooLong, "INVALID_FORMAT", "taxonomy.category"));
    String fiftyOne =
        IntStream.range(0, 51)
            .mapToObj("\"07AEH01P4K9ZQ2M%02d\""::formatted)
            .collect(Collectors.joining(","));
    cases.add(changed("reads", '"' + ID + '"', fiftyOne, "INVALID_VALUE", "messages"));
    return cases;
  }

  private static Refused changed(
      String request, String part, String replacement, String error, String field) {
    assertThat(good(request)).contains(part);
    return new Refused(request, good(request).replace(part, replacement), error, field);
  }

  private static String uids(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "\"u" + i + '"')
        .collect(Collectors.joining(","));
  }

  private Answer send(String request, String body) throws IOException {
    return sendAs(api, INBOX, request, body);
  }

  private static Answer sendAs(InboxApi api, Inbox inbox, String request, String body)
      throws IOException {
    return api.send(method(request), route(inbox, request), body, Map.of());
  }

  private void path(String method, String route, String request, String field) throws IOException {
    String body = request.isEmpty() ? "" : good(request);
    Answer answer = api.send(method, route, body, Map.of());
    check(answer, 400, "INVALID_FORMAT");
    assertThat(answer.json().path("field").asText()).as(route + answer.body()).isEqualTo(field);
  }

  private static String method(String request) {
    return request.equals("users") || request.equals("everyone") ? "POST" : "PUT";
  }

  private static String route(Inbox inbox, String request) {
    return switch (request) {
      case "users", "everyone" -> inbox.messages();
      case "reads", "until" -> inbox.reads("ann");
      case "settings" -> inbox.settings();
      default -> inbox.config();
    };
  }

  private static String good(String request) {
    return Objects.requireNonNull(GOOD.get(request));
  }

  /** How much gateways have appended; nobody else calls them meanwhile. */
  private long appended() {
    long reads =
        bench.topics().read(InboxFacts.EVENTS).stream()
            .filter(record -> !Poisons.isPoison(record))
            .map(record -> (GenericRecord) avro.decode(record.raw().value()).get("event"))
            .filter(event -> event.getSchema().getName().startsWith("Read"))
            .count();
    return reads + FACTS.stream().mapToLong(bench.topics()::length).sum();
  }

  private static void check(Answer answer, int status, String error) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).as(answer.body()).isEqualTo(error);
    assertThat(answer.json().path("message").asText()).isNotBlank();
    assertThat(answer.json().path("request_id").asText()).isNotBlank();
  }
}
