package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertBroken;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.AudienceKind;
import io.tributary.avro.inbox.InboxPublish;
import io.tributary.avro.inbox.InboxPublishCommand;
import io.tributary.avro.inbox.MessageDetails;
import io.tributary.avro.inbox.Publication;
import io.tributary.avro.inbox.Redaction;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InboxPublishTest {

  private static final String MESSAGES = "POST {tenant_key}/{inbox_key}/messages";
  private static final String PLAIN = "\"message\":{\"title\":\"T\",\"body\":\"plain\"}";
  private static final String EVERYONE = "\"audiences\":{\"kind\":\"everyone\",\"label\":\"All\"}";

  /** 12:00:00.250 on 1 March 2026. */
  private static final long NOW = 1_772_366_400L;

  private static final long DAY = 86_400;

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendAPublishToUsersAsItCame() throws Exception {
    // When
    ApiClient.Described answer =
        post(
            "{\"host_system_id\":\"inv-2025-000184\",\"sender\":\"billing\","
                + "\"audiences\":{\"kind\":\"users\",\"label\":\"Invoice recipients\","
                + "\"uids\":[\"u-1001\",\"u-1002\",\"u-1001\"]},"
                + "\"taxonomy\":{\"category\":\"billing\"},"
                + "\"message\":{\"title\":\"Invoice ready\","
                + "\"body\":{\"n\": 1.50, \"a\":[null,\"\uD83D\uDE00\"]},"
                + "\"cta_uri\":\"acme://invoices/184\"}}");

    // Then
    assertThat(answer.status()).isEqualTo(202);
    String id = answer.json().path("id").asText();
    assertThat(answer.body()).isEqualTo("{\"id\":\"" + id + "\",\"recipients\":2}");
    // minute 611280 of this epoch, 0.25 s into it
    assertThat(id).startsWith("0D3O003H");
    InboxPublish fact = onlyFact();
    assertThat(fact.getTenantKey()).isEqualTo("acme");
    assertThat(fact.getInboxKey()).isEqualTo("DEFAULT");
    assertThat(fact.getId()).isEqualTo(id);
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("inbox-app");
    assertThat(fact.getEnvelope().getRequestId()).isEqualTo(answer.header("x-request-id").get());
    assertThat(fact.getEvent())
        .isEqualTo(
            new Publication(
                AudienceKind.users,
                List.of("u-1001", "u-1002"),
                "billing",
                NOW + 30 * DAY,
                new MessageDetails(
                    "inv-2025-000184",
                    "billing",
                    "Invoice recipients",
                    "Invoice ready",
                    "{\"n\":1.50,\"a\":[null,\"\uD83D\uDE00\"]}",
                    "acme://invoices/184")));
  }

  @Test
  void shouldAppendDefaultsOfAPublishToEveryone() throws Exception {
    ApiClient.Described answer = post("{" + EVERYONE + "," + PLAIN + "}");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.json().path("recipients").isNull()).isTrue();
    assertThat(onlyFact().getEvent())
        .isEqualTo(
            new Publication(
                AudienceKind.everyone,
                List.of(),
                null,
                NOW + 30 * DAY,
                new MessageDetails(null, "inbox-app", "All", "T", "\"plain\"", null)));
  }

  @Test
  void shouldRefuseTooLargeItemsAndTransactions() throws Exception {
    String longest = "\u00e9".repeat(512);
    assertThat(postMessage(longest, "\"" + "b".repeat(262_144) + "\"").status()).isEqualTo(202);
    assertThat(facts()).hasSize(1);

    assertTooLarge(postMessage(longest + "x", "\"b\""));
    assertTooLarge(postMessage("T", "\"" + "b".repeat(262_145) + "\""));
    // 3 of the map, 1 of the member, 1 of its name
    assertThat(postMessage("T", "{\"k\":\"" + "b".repeat(262_139) + "\"}").status()).isEqualTo(202);
    assertTooLarge(postMessage("T", "{\"k\":\"" + "b".repeat(262_140) + "\"}"));

    // less than 256 KiB as DynamoDB counts, and more than a fact may have as text
    String numbers = "1e-6,".repeat(50_000);
    assertTooLarge(postMessage("T", "[" + numbers + '"' + "\\u0001".repeat(101_000) + "\"]"));

    // 131072 * 256 is 32 MiB: title 1, quotes of the body 2, cta_uri 3
    String most = "b".repeat(131_066);
    String fits =
        "\"message\":{\"title\":\"T\",\"body\":\"%s\",\"cta_uri\":\"a:b\"}".formatted(most);
    assertThat(post(toUsers("[" + uids(256) + "]", fits)).status()).isEqualTo(202);
    assertTooLarge(post(toUsers("[" + uids(257) + "]", fits)));
    assertThat(facts()).hasSize(3);
  }

  @Test
  void shouldSayWhichFieldBreaksWhichRule() throws Exception {
    assertBroken(post("{" + PLAIN + "}"), "audiences", "is required");
    assertBroken(post("{" + EVERYONE + "}"), "message", "is required");
    assertBroken(
        post("{\"audiences\":{\"kind\":\"all\",\"label\":\"x\"}," + PLAIN + "}"),
        "audiences.kind",
        "must be users or everyone");
    assertBroken(
        post("{\"audiences\":{\"kind\":\"everyone\",\"label\":\"x\",\"uids\":[]}," + PLAIN + "}"),
        "audiences.uids",
        "must be absent when kind is everyone");
    assertBroken(
        post("{\"audiences\":{\"kind\":\"users\",\"label\":\"x\"}," + PLAIN + "}"),
        "audiences.uids",
        "is required");
    assertBroken(
        post(toUsers("[]", PLAIN)), "audiences.uids", "must hold 1 to 10000 distinct uids");
    for (String uid : List.of("a#b", "", "$public", "\u00e9", "x".repeat(129))) {
      ApiClient.Described answer = post(toUsers("[\"u\",\"" + uid + "\"]", PLAIN));
      assertBroken(
          answer,
          "audiences.uids[1]",
          "must be 1 to 128 printable ASCII characters without #, and not $public");
      assertThat(answer.json().path("index").asInt()).isEqualTo(1);
    }
    for (String category : List.of("*", "", "a#b")) {
      assertBroken(
          post("{%s,\"taxonomy\":{\"category\":\"%s\"},%s}".formatted(EVERYONE, category, PLAIN)),
          "taxonomy.category",
          "must be 1 to 128 printable ASCII characters without #, and not *");
    }
    assertBroken(postMessage("", "1"), "message.title", "must not be empty");
    assertBroken(
        post("{" + EVERYONE + ",\"message\":{\"title\":\"T\"}}"), "message.body", "is required");
    assertThat(postMessage("T", "[1E126]").json().path("field").asText())
        .isEqualTo("message.body[0]");
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldAppendARedactionUnderTheKeyOfItsMessage() throws Exception {
    ApiClient.Described answer = redact("07AEH01P4K9ZQ2M7X");

    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("{\"id\":\"07AEH01P4K9ZQ2M7X\"}");
    assertThat(onlyFact().getId()).isEqualTo("07AEH01P4K9ZQ2M7X");
    assertThat(onlyFact().getEvent()).isEqualTo(new Redaction());
    for (String id : List.of("07AEH01P4K9ZQ2M7", "07aeh01p4k9zq2m7x", "07AEH01P4K9ZQ2M7XX")) {
      assertBroken(redact(id), "id", "must be 17 characters 0-9 and A-Z");
    }
    assertThat(facts()).hasSize(1);
  }

  @Test
  void shouldAnswerRepeatsUnderOneKeyWithTheFirstMessage() throws Exception {
    // When
    ApiClient.Described first = keyed("order 7#/?", toUsers("[\"u1\",\"u2\"]", PLAIN));
    gateway.clock().advance(Duration.ofMinutes(5));
    ApiClient.Described repeat = keyed("order 7#/?", toUsers("[ \"u2\", \"u1\",\"u2\" ]", PLAIN));
    ApiClient.Described another = keyed("order 8", toUsers("[\"u1\",\"u2\"]", PLAIN));

    // Then
    assertThat(first.status()).isEqualTo(202);
    assertThat(repeat.status()).isEqualTo(202);
    assertThat(repeat.body()).isEqualTo(first.body());
    assertThat(another.json().path("id")).isNotEqualTo(first.json().path("id"));
    assertThat(facts()).isEmpty();
    assertThat(commands()).hasSize(3);
    InboxPublishCommand command = commands().get(0);
    assertThat(command.getTenantKey()).isEqualTo("acme");
    assertThat(command.getInboxKey()).isEqualTo("DEFAULT");
    assertThat(command.getPublication().getDetails().getSender()).isEqualTo("inbox-app");
    assertThat(commands())
        .extracting(InboxPublishCommand::getPayloadDigest)
        .containsOnly(command.getPayloadDigest());
  }

  @Test
  void shouldRefuseAKeyThatCameWithAnotherPublish() throws Exception {
    keyed("order 7", toUsers("[\"u1\"]", PLAIN));

    ApiClient.Described other = keyed("order 7", toUsers("[\"u2\"]", PLAIN));

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.error()).isEqualTo("IDEMPOTENCY_KEY_REUSED");
  }

  @Test
  void shouldRefuseKeysThatBreakTheirRule() throws Exception {
    for (String key : List.of("", "x".repeat(257))) {
      assertBroken(
          keyed(key, toUsers("[\"u1\"]", PLAIN)),
          "Idempotency-Key",
          "must be 1 to 256 printable ASCII characters");
    }
    assertThat(commands()).isEmpty();
  }

  @Test
  void shouldAnswer503WithoutAnAcknowledgementOrADecision() throws Exception {
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);
    assertThat(post("{" + EVERYONE + "," + PLAIN + "}").status()).isEqualTo(503);
    assertThat(keyed("k", "{" + EVERYONE + "," + PLAIN + "}").status()).isEqualTo(503);
    assertThat(redact("07AEH01P4K9ZQ2M7X").status()).isEqualTo(503);

    gateway.producer().decide(LogProducer.Answer.ACKNOWLEDGED);
    gateway.stopProcessors();
    assertThat(keyed("k", "{" + EVERYONE + "," + PLAIN + "}").status()).isEqualTo(503);
    assertThat(commands()).hasSize(1);
  }

  @Test
  void shouldMakeNoIdsWhileTheClockIsBefore2025() throws Exception {
    gateway.clock().advance(Duration.ofDays(-500));

    assertThat(post("{" + EVERYONE + "," + PLAIN + "}").status()).isEqualTo(503);
    assertThat(keyed("k", "{" + EVERYONE + "," + PLAIN + "}").status()).isEqualTo(503);
    assertThat(facts()).isEmpty();
  }

  private ApiClient.Described post(String body) throws Exception {
    return api.inbox(MESSAGES, "acme/DEFAULT/messages", TestGateway.INBOX_TOKEN, body);
  }

  private ApiClient.Described keyed(String key, String body) throws Exception {
    return api.inbox(
        MESSAGES, "acme/DEFAULT/messages", TestGateway.INBOX_TOKEN, body, "Idempotency-Key", key);
  }

  private ApiClient.Described postMessage(String title, String body) throws Exception {
    return post("{%s,\"message\":{\"title\":\"%s\",\"body\":%s}}".formatted(EVERYONE, title, body));
  }

  private ApiClient.Described redact(String id) throws Exception {
    return api.inbox(
        "DELETE {tenant_key}/{inbox_key}/messages/{id}",
        "acme/DEFAULT/messages/" + id,
        TestGateway.INBOX_TOKEN,
        "");
  }

  private static String toUsers(String uids, String message) {
    return "{\"audiences\":{\"kind\":\"users\",\"label\":\"Some\",\"uids\":%s},%s}"
        .formatted(uids, message);
  }

  private static String uids(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj("\"u-%011d\""::formatted)
        .collect(Collectors.joining(","));
  }

  private static void assertTooLarge(ApiClient.Described answer) {
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.error()).isEqualTo("PAYLOAD_TOO_LARGE");
  }

  private InboxPublish onlyFact() {
    assertThat(facts()).hasSize(1);
    return facts().get(0);
  }

  private List<InboxPublish> facts() {
    return gateway.log().values("inbox.publishes").stream()
        .map(value -> gateway.format().decode(InboxPublish.class, value))
        .toList();
  }

  private List<InboxPublishCommand> commands() {
    return gateway.log().values("inbox.publish-commands").stream()
        .map(value -> gateway.format().decode(InboxPublishCommand.class, value))
        .toList();
  }
}
