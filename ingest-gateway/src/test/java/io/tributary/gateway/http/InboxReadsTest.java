package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertBroken;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.inbox.InboxEvent;
import io.tributary.avro.inbox.ReadMessage;
import io.tributary.avro.inbox.ReadUntil;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class InboxReadsTest {

  private static final String FIRST = "07AEH01P4K9ZQ2M7X";
  private static final String SECOND = "07AEH01R0B8C3D5EF";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendOneFactForEachMessageThatWasRead() throws Exception {
    // When
    ApiClient.Described answer =
        put("{\"messages\":[\"%s\",\"%s\",\"%s\"]}".formatted(SECOND, FIRST, SECOND));

    // Then
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEqualTo("{\"messages\":[\"%s\",\"%s\"]}".formatted(SECOND, FIRST));
    assertThat(events())
        .extracting(InboxEvent::getEvent)
        .containsExactly(new ReadMessage(SECOND), new ReadMessage(FIRST));
    assertThat(events())
        .allSatisfy(
            event -> {
              assertThat(event.getTenantKey()).isEqualTo("acme");
              assertThat(event.getInboxKey()).isEqualTo("DEFAULT");
              assertThat(event.getUid()).isEqualTo("u-1001");
              assertThat(event.getResumeAfter()).isNull();
              assertThat(event.getEnvelope().getCaller()).isEqualTo("inbox-app");
              assertThat(event.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_366_400_250L);
            });
    assertThat(events().stream().map(event -> event.getEnvelope().getFactId()).distinct())
        .hasSize(2);
  }

  @Test
  void shouldAppendAReadUntilATime() throws Exception {
    for (long until : List.of(0L, 1_756_100_000L, 9_999_999_999L)) {
      ApiClient.Described answer = put("{\"until\":" + until + ",\"messages\":null}");
      assertThat(answer.status()).isEqualTo(202);
      assertThat(answer.body()).isEqualTo("{\"until\":" + until + "}");
    }
    assertThat(events())
        .extracting(InboxEvent::getEvent)
        .containsExactly(
            new ReadUntil(0L), new ReadUntil(1_756_100_000L), new ReadUntil(9_999_999_999L));
  }

  @Test
  void shouldTakeFiftyMessagesAndNoMore() throws Exception {
    assertThat(put("{\"messages\":[" + ids(50) + "," + ids(50) + "]}").status()).isEqualTo(202);
    assertThat(events()).hasSize(50);
    assertBroken(
        put("{\"messages\":[" + ids(51) + "]}"), "messages", "must hold 1 to 50 distinct ids");
    assertBroken(put("{\"messages\":[]}"), "messages", "must hold 1 to 50 distinct ids");
    assertThat(events()).hasSize(50);
  }

  @Test
  void shouldTakeExactlyOneOfBoth() throws Exception {
    String rule = "must be given, or else until, but not both";
    assertBroken(put("{}"), "messages", rule);
    assertBroken(put("{\"messages\":null,\"until\":null}"), "messages", rule);
    assertBroken(put("{\"messages\":[\"" + FIRST + "\"],\"until\":1}"), "messages", rule);
    for (String until : List.of("-1", "10000000000", "1.0", "\"1\"", "1e3")) {
      assertBroken(
          put("{\"until\":" + until + "}"), "until", "must be an integer from 0 to 9999999999");
    }
    assertBroken(
        put("{\"messages\":[\"" + FIRST + "\",\"x\"]}"),
        "messages[1]",
        "must be 17 characters 0-9 and A-Z");
    assertThat(events()).isEmpty();
  }

  @Test
  void shouldAnswer503ForReadsThatAreNotKnownToBeDurable() throws Exception {
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);

    assertThat(put("{\"until\":1}").status()).isEqualTo(503);
    assertThat(put("{\"messages\":[\"" + FIRST + "\"]}").status()).isEqualTo(503);
  }

  private static String ids(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj("\"%017d\""::formatted)
        .collect(Collectors.joining(","));
  }

  private ApiClient.Described put(String body) throws Exception {
    return put("u-1001", body);
  }

  private ApiClient.Described put(String uid, String body) throws Exception {
    return api.inbox(
        "PUT {tenant_key}/{inbox_key}/users/{uid}/reads",
        "acme/DEFAULT/users/" + uid + "/reads",
        TestGateway.INBOX_TOKEN,
        body);
  }

  private List<InboxEvent> events() {
    return gateway.log().values("inbox.events").stream()
        .map(value -> gateway.format().decode(InboxEvent.class, value))
        .toList();
  }
}
