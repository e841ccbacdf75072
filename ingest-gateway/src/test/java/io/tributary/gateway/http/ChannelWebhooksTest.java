package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** From what a provider sends to the facts that come of it, and the answer that depends on them. */
class ChannelWebhooksTest {

  private static final String FIRST =
      "{\"id\":\"m-1\",\"from_me\":false,\"type\":\"text\",\"chat_id\":\"447700900123@s.whatsapp.net\","
          + "\"timestamp\":1767225600,\"text\":{\"body\":\"caf\\u00e9\"},\"from\":\"447700900123\"}";
  private static final String SECOND = FIRST.replace("m-1", "m-2");
  private static final String END = "],\"channel_id\":\"CHAN-0001\"}";
  private static final String EVENT = "{\"messages\":[" + FIRST + END;

  private TestGateway gateway;
  private ChannelServer server;

  @BeforeEach
  void start() throws Exception {
    gateway = TestGateway.start();
    server =
        ChannelServer.before(
            gateway.intake(),
            "2026-01-01T00:00:00Z",
            ChannelServer.account("whapi", "4128fdc1786a91f2", "fake-secret"));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    gateway.close();
  }

  @Test
  void shouldKeepTheBytesOfAnUnreadableMessageAndAnswer200() throws Exception {
    Described answer = post(EVENT, "fake-secret");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"ok\":true}");
    assertThat(facts()).hasSize(1);
    ChannelEvent fact = facts().get(0);
    assertThat(StandardCharsets.UTF_8.decode(fact.getRaw()).toString()).isEqualTo(EVENT);
    assertThat(fact.getAdmission()).isEqualTo(Admission.NO_TENANT_MAPPING);
    assertThat(fact.getProvider()).isEqualTo("whapi");
    assertThat(fact.getAccount()).isEqualTo("4128fdc1786a91f2");
    assertThat(fact.getChannelType()).isEqualTo("whatsapp");
    assertThat(fact.getEventId()).isEqualTo("whapi:CHAN-0001:m-1");
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("whapi/4128fdc1786a91f2");
    assertThat(fact.getEnvelope().getRequestId())
        .isEqualTo(answer.header("x-request-id").orElseThrow());
  }

  @Test
  void shouldGiveAMessageToTheTenantThatHasClaimedItsChannel() throws Exception {
    operate("acme", "", "{\"name\":\"A\",\"status\":\"active\",\"settings\":{}}");
    operate("acme/channels/whatsapp/4128fdc1786a91f2", "/channels/{type}/{id}", "{}");

    assertThat(post(EVENT, "fake-secret").status()).isEqualTo(200);
    assertThat(facts()).extracting(ChannelEvent::getTenantId).containsExactly("acme");
    assertThat(facts()).extracting(ChannelEvent::getAdmission).containsExactly(Admission.ADMITTED);
  }

  @Test
  void shouldMakeOneFactOfEachMessageOfABatchWithNothingOfTheOthers() throws Exception {
    String batch = "{\"messages\":[" + FIRST + "," + SECOND + END;

    assertThat(post(batch, "fake-secret").status()).isEqualTo(200);
    assertThat(facts())
        .extracting(fact -> StandardCharsets.UTF_8.decode(fact.getRaw()).toString())
        .allMatch(raw -> raw.contains("m-1") != raw.contains("m-2"))
        .hasSize(2);
  }

  @Test
  void shouldMakeAFactOfAMalformedMessageAndTakeTheGoodOnesBesideIt() throws Exception {
    operate("acme", "", "{\"name\":\"A\",\"status\":\"active\",\"settings\":{}}");
    operate("acme/channels/whatsapp/4128fdc1786a91f2", "/channels/{type}/{id}", "{}");
    String bad = SECOND.replace("\"chat_id\"", "\"chat\"");
    String batch = "{\"messages\":[" + bad + ',' + FIRST + END;

    Described answer = post(batch, "fake-secret");
    assertThat(post(batch.replace(FIRST, bad), "fake-secret").status()).isEqualTo(200);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("{\"ok\":true}");
    assertThat(facts())
        .extracting(ChannelEvent::getAdmission)
        .containsExactly(
            Admission.ADMITTED, Admission.MALFORMED, Admission.MALFORMED, Admission.MALFORMED);
    assertThat(facts().get(0).getMalformed()).isNull();
    ChannelEvent fact = facts().get(1);
    assertThat(fact.getMalformed()).isEqualTo("messages[0].chat_id must be text or an integer");
    assertThat(StandardCharsets.UTF_8.decode(fact.getRaw()).toString())
        .isEqualTo("{\"messages\":[" + bad + END);
    assertThat(fact.getTenantId()).isNull();
    assertThat(fact.getChannelId()).isEqualTo("4128fdc1786a91f2");
    assertThat(fact.getConversationId()).startsWith("malformed-~");
    // a redelivery, in whatever request, is known by the same ids
    assertThat(facts().subList(1, 4))
        .extracting(known -> known.getConversationId() + ' ' + known.getEventId())
        .containsOnly(
            fact.getConversationId()
                + " whapi:"
                + fact.getConversationId().replace("malformed-", "malformed:"));
    assertThat(server.counted()).filteredOn("whapi malformed"::equals).hasSize(3);
  }

  @Test
  void shouldAskForARepeatWithoutAnAcknowledgement() throws Exception {
    gateway.producer().decide("tenants.webhooks", LogProducer.Answer.TIMED_OUT);

    Described answer = post(EVENT, "fake-secret");

    assertThat(answer.status()).isEqualTo(503);
    assertThat(answer.header("retry-after")).contains("1");
    assertThat(server.counted()).containsExactlyInAnyOrder("whapi verified");
  }

  @Test
  void shouldMakeNoFactOfForeignRequests() throws Exception {
    assertThat(post(EVENT, "fake-secre").status()).isEqualTo(401);
    assertThat(post(EVENT, "").status()).isEqualTo(401);
    assertThat(post("{\"messages\":[{}]", "fake-secret").status()).isEqualTo(400);

    assertThat(facts()).isEmpty();
  }

  private Described post(String body, String secret) throws Exception {
    return server.post("whapi", "4128fdc1786a91f2", body, "X-Whapi-Secret", secret);
  }

  private void operate(String path, String route, String body) throws Exception {
    Described answer =
        new ApiClient(gateway.port())
            .admin(
                "PUT /v1/admin/tenants/{tenant_id}" + route,
                "/v1/admin/tenants/" + path,
                "PUT",
                body);
    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
  }

  private List<ChannelEvent> facts() {
    return gateway.log().values("tenants.webhooks").stream()
        .map(value -> gateway.format().decode(ChannelEvent.class, value))
        .toList();
  }
}
