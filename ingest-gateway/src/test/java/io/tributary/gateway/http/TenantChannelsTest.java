package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.avro.tenants.Admission;
import io.tributary.avro.tenants.ChannelEvent;
import io.tributary.avro.tenants.ChannelMapping;
import io.tributary.channels.Identity;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.answer.Answer;
import io.tributary.gateway.answer.Reply;
import io.tributary.gateway.auth.ByteBudget;
import io.tributary.gateway.auth.Principal;
import io.tributary.gateway.channel.ChannelDelivery;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.Webhooks;
import io.tributary.gateway.route.ApiRequest;
import io.tributary.gateway.route.TraceContext;
import io.tributary.runtime.lifecycle.Deadline;
import io.tributary.schemas.key.tenants.ChannelKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is stamped on what channels bring, right behind each change that an operator makes. */
class TenantChannelsTest {

  private static final Reply SUCCESS = Answer.json(Map.of("ok", true));
  private static final ChannelKey SLACK = new ChannelKey("slack", "T1");
  private static final ChannelKey WHATSAPP = new ChannelKey("whatsapp", "5550100");

  private TestGateway gateway;

  /** What takes messages and changes. */
  private TestGateway asked;

  @BeforeEach
  void start() throws Exception {
    gateway = TestGateway.start();
    asked = gateway;
  }

  @AfterEach
  void stop() throws Exception {
    if (asked != gateway) {
      asked.close();
    }
    gateway.close();
  }

  /** Another instance, whose directories learn late of what the log gets, takes over. */
  private void askOneThatIsLate() throws Exception {
    asked = gateway.startBeside();
  }

  @Test
  void shouldMakeAFactOfEachMessage() throws Exception {
    tenant("acme", "active", "{}");
    claim("acme", SLACK);

    Reply reply =
        take(message(SLACK, "U1", "e1"), message(SLACK, "U1", "e2"), message(WHATSAPP, "U1", "e3"));

    assertThat(reply).isEqualTo(SUCCESS);
    List<ChannelEvent> facts = facts();
    assertThat(facts).extracting(ChannelEvent::getEventId).containsExactly("e1", "e2", "e3");
    assertThat(facts)
        .extracting(ChannelEvent::getAdmission)
        .containsExactly(Admission.ADMITTED, Admission.ADMITTED, Admission.NO_TENANT_MAPPING);
    assertThat(facts).extracting(fact -> fact.getEnvelope().getFactId()).doesNotHaveDuplicates();
    ChannelEvent fact = facts.get(0);
    assertThat(fact.getProvider()).isEqualTo("slack");
    assertThat(fact.getAccount()).isEqualTo("main");
    assertThat(fact.getChannelType()).isEqualTo("slack");
    assertThat(fact.getChannelId()).isEqualTo("T1");
    assertThat(fact.getConversationId()).isEqualTo("slack-C1");
    assertThat(fact.getTenantId()).isEqualTo("acme");
    assertThat(fact.getAdmission()).isEqualTo(Admission.ADMITTED);
    assertThat(fact.getRaw()).isEqualTo(ByteBuffer.wrap("{e1}".getBytes(StandardCharsets.UTF_8)));
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("slack/main");
    assertThat(fact.getEnvelope().getRequestId()).isEqualTo("request-1");
  }

  @Test
  void shouldStampTheSettingsInForce() throws Exception {
    askOneThatIsLate();
    assertStamped(Admission.NO_TENANT_MAPPING, null, SLACK);
    tenant("acme", "active", "{}");
    assertStamped(Admission.NO_TENANT_MAPPING, null, SLACK);
    claim("acme", SLACK);
    assertStamped(Admission.ADMITTED, "acme", SLACK);
    tenant("acme", "suspended", "{}");
    assertStamped(Admission.TENANT_INACTIVE, "acme", SLACK);
    tenant("acme", "onboarding", "{}");
    assertStamped(Admission.ADMITTED, "acme", SLACK);
    delete("acme/channels/slack/T1", "/channels/{type}/{id}");
    assertStamped(Admission.NO_TENANT_MAPPING, null, SLACK);
    tenant("umbrella", "active", "{}");
    claim("umbrella", SLACK);
    assertStamped(Admission.ADMITTED, "umbrella", SLACK);
    delete("umbrella", "");
    assertStamped(Admission.NO_TENANT_MAPPING, null, SLACK);
  }

  @Test
  void shouldBelieveNoRefusalBeforeItHasReadTheLogToItsEnd() throws Exception {
    tenant("acme", "active", "{}");
    askOneThatIsLate();
    assertStamped(Admission.NO_TENANT_MAPPING, null, SLACK);
    send(gateway, "PUT", "acme/channels/slack/T1", "/channels/{type}/{id}", "{}");

    assertStamped(Admission.ADMITTED, "acme", SLACK);
  }

  @Test
  void shouldNotGuessWhoseAChannelIsThatChangesHands() throws Exception {
    tenant("acme", "active", "{}");
    tenant("umbrella", "active", "{}");
    claim("acme", SLACK);

    append(new ChannelMapping("umbrella", "slack", "T1", null, 1L));
    await().until(() -> take(message(SLACK, "U1", "x")).status() == 503);
    int before = facts().size();
    assertThat(take(message(SLACK, "U1", "x")).status()).isEqualTo(503);
    assertThat(facts()).hasSize(before);
    append(new ChannelMapping("acme", "slack", "T1", 1_772_366_500_000L, 1_000L));
    assertStamped(Admission.ADMITTED, "umbrella", SLACK);
  }

  @Test
  void shouldTakeOnlyTheChannelsThatAreEnabled() throws Exception {
    claimAll();
    tenant("acme", "active", "{\"enabled_channels\":[\"dashboard\",\"whatsapp\"]}");
    assertStamped(Admission.CHANNEL_NOT_ALLOWED, "acme", SLACK);
    assertStamped(Admission.ADMITTED, "acme", WHATSAPP);
    tenant("acme", "active", "{\"enabled_channels\":[]}");
    assertStamped(Admission.CHANNEL_NOT_ALLOWED, "acme", WHATSAPP);
    for (String unclear : List.of("null", "\"whatsapp\"", "[\"whatsapp\",1]", "{}")) {
      tenant("acme", "active", "{\"enabled_channels\":" + unclear + "}");
      assertStamped(Admission.ADMITTED, "acme", SLACK);
    }
  }

  @Test
  void shouldRestrictWhatsappToUsersIfSet() throws Exception {
    claimAll();
    assertStamped(Admission.ADMITTED, "acme", WHATSAPP);
    for (String unclear : List.of("false", "null", "\"true\"", "1")) {
      tenant("acme", "active", "{\"whatsapp_restrict_to_users\":" + unclear + "}");
      assertStamped(Admission.ADMITTED, "acme", WHATSAPP);
    }
    tenant("acme", "active", "{\"whatsapp_restrict_to_users\":true}");
    assertStamped(Admission.SENDER_NOT_AUTHORIZED, "acme", WHATSAPP);
    assertStamped(Admission.ADMITTED, "acme", SLACK);
    user("acme", "ada", "{\"whatsapp\":\"+1 (555) 010-0199@s2.whatsapp.net\"}");
    assertStamped(Admission.ADMITTED, "acme", WHATSAPP);
    user("acme", "bob", "{\"whatsapp\":\"15550100199\"}");
    delete("acme/users/ada", "/users/{user_id}");
    assertStamped(Admission.ADMITTED, "acme", WHATSAPP);
    user("acme", "bob", "{\"slack\":\"15550100199\",\"whatsapp\":\"\"}");
    assertStamped(Admission.SENDER_NOT_AUTHORIZED, "acme", WHATSAPP);
    tenant("umbrella", "active", "{}");
    user("umbrella", "eve", "{\"whatsapp\":\"15550100199\"}");
    assertStamped(Admission.SENDER_NOT_AUTHORIZED, "acme", WHATSAPP);
  }

  @Test
  void shouldKnowAUserByNumberAndId() throws Exception {
    claimAll();
    tenant("acme", "active", "{\"whatsapp_restrict_to_users\":true}");
    user("acme", "ada", "{\"whatsapp\":\"+52 55 1234 5678\"}");
    user("acme", "bob", "{\"whatsapp\":\"US.13491208655302741918\"}");
    askOneThatIsLate();

    assertThat(stamped("US.1", null)).isEqualTo("SENDER_NOT_AUTHORIZED wa-5-US.1 null");
    assertThat(stamped("MX.1", null)).isEqualTo("SENDER_NOT_AUTHORIZED wa-5-MX.1 null");
    assertThat(stamped(null, "5215512345678")).isEqualTo("ADMITTED wa-5-5215512345678 null");
    assertThat(stamped("MX.2", "525512345678")).isEqualTo("ADMITTED wa-5-5215512345678 null");
    assertThat(stamped("MX.2", null)).isEqualTo("ADMITTED wa-5-5215512345678 null");
    assertThat(stamped(null, "525512345678"))
        .isEqualTo("ADMITTED wa-5-525512345678 wa-5-5215512345678");
    assertThat(stamped("US.13491208655302741918", null))
        .isEqualTo("ADMITTED wa-5-US.13491208655302741918 null");
    assertThat(stamped("US.13491208655302741918", "15550100199"))
        .isEqualTo("ADMITTED wa-5-US.13491208655302741918 null");
    assertThat(stamped(null, "15550100199"))
        .isEqualTo("ADMITTED wa-5-15550100199 wa-5-US.13491208655302741918");
    user("acme", "eve", "{\"whatsapp\":\"GB.447700900123\"}");
    assertThat(stamped(null, "447700900123")).startsWith("SENDER_NOT_AUTHORIZED");
    assertThat(stamped("GB.447700900123", null)).startsWith("ADMITTED");
    delete("acme/users/ada", "/users/{user_id}");
    assertThat(stamped("MX.2", null)).startsWith("SENDER_NOT_AUTHORIZED");
  }

  /** Admission, conversation and conversation of the contact. */
  private String stamped(@Nullable String id, @Nullable String number) throws Exception {
    String eventId = "e" + facts().size();
    String sender = number == null ? id : number;
    ProviderMessage message =
        new ProviderMessage(
            WHATSAPP,
            "wa-5-" + sender,
            Optional.of(eventId),
            "" + sender,
            Optional.empty(),
            "" + sender,
            Optional.empty(),
            "hello",
            List.of(),
            OptionalLong.empty(),
            Map.of(),
            ByteBuffer.allocate(0),
            new Identity(
                Optional.ofNullable(number),
                Optional.ofNullable(id),
                Optional.empty(),
                Optional.empty(),
                Optional.of("wa-5"),
                false));
    assertThat(take(message)).isEqualTo(SUCCESS);
    ChannelEvent fact =
        facts().stream()
            .filter(known -> known.getEventId().equals(eventId))
            .findFirst()
            .orElseThrow();
    return fact.getAdmission()
        + " "
        + fact.getConversationId()
        + " "
        + fact.getContactConversationId();
  }

  @Test
  void shouldAskTheProviderToRepeatWithoutADecision() throws Exception {
    gateway.log().hold();
    take(message(SLACK, "U1", "e0"));
    assertThat(facts()).hasSize(1);

    append(new ChannelMapping("acme", "slack", "T1", null, 1L));
    Reply reply = take(message(SLACK, "U1", "e1"));

    assertThat(reply.status()).isEqualTo(503);
    assertThat(facts()).hasSize(1);
  }

  @Test
  void shouldAdmitNothingByAStaleDirectory() throws Exception {
    tenant("acme", "active", "{}");
    claim("acme", SLACK);
    gateway.log().hold();
    append(new ChannelMapping("umbrella", "slack", "T2", null, 1L));

    await().until(() -> take(message(SLACK, "U1", "e1")).status() == 503);
    int before = facts().size();
    assertThat(take(message(SLACK, "U1", "e2")).status()).isEqualTo(503);
    assertThat(facts()).hasSize(before);
  }

  private void append(ChannelMapping mapping) {
    String key = "TENANT#" + mapping.getTenantId() + "#CHANNEL#slack#" + mapping.getChannelId();
    gateway
        .log()
        .append(
            new ProducerRecord<>(
                "tenants.channels",
                0,
                key.getBytes(StandardCharsets.UTF_8),
                gateway.format().encode(mapping)));
  }

  private void claimAll() throws Exception {
    tenant("acme", "active", "{}");
    claim("acme", SLACK);
    claim("acme", WHATSAPP);
  }

  private void tenant(String id, String status, String settings) throws Exception {
    send(asked, "PUT", id, "", body(status, settings));
  }

  private void claim(String tenant, ChannelKey channel) throws Exception {
    send(
        asked,
        "PUT",
        tenant + "/channels/" + channel.type() + '/' + channel.id(),
        "/channels/{type}/{id}",
        "{}");
  }

  private void user(String tenant, String id, String identities) throws Exception {
    send(
        asked,
        "PUT",
        tenant + "/users/" + id,
        "/users/{user_id}",
        "{\"email\":\"a@x\",\"display_name\":\"A\",\"role\":\"member\",\"channel_identities\":"
            + identities
            + "}");
  }

  private void delete(String path, String route) throws Exception {
    send(asked, "DELETE", path, route, "");
  }

  private static void send(TestGateway asked, String method, String path, String route, String body)
      throws Exception {
    ApiClient.Described answer =
        new ApiClient(asked.port())
            .admin(
                method + " /v1/admin/tenants/{tenant_id}" + route,
                "/v1/admin/tenants/" + path,
                method,
                body);
    assertThat(answer.status()).as(answer.body()).isBetween(200, 204);
  }

  private static String body(String status, String settings) {
    return "{\"name\":\"A\",\"status\":\"" + status + "\",\"settings\":" + settings + "}";
  }

  private void assertStamped(Admission admission, @Nullable String tenant, ChannelKey channel)
      throws Exception {
    String id = "e" + facts().size();
    assertThat(take(message(channel, "15550100199", id))).isEqualTo(SUCCESS);
    ChannelEvent fact =
        facts().stream().filter(known -> known.getEventId().equals(id)).findFirst().orElseThrow();
    assertThat(fact.getAdmission()).isEqualTo(admission);
    assertThat(fact.getTenantId()).isEqualTo(tenant);
  }

  private Reply take(ProviderMessage... messages) throws Exception {
    ApiRequest request =
        new ApiRequest(
            "request-1",
            new Principal("slack/main", Set.of()),
            "/v1/channels/slack/main",
            Map.of(),
            Map.of(),
            header -> Optional.empty(),
            Optional.empty(),
            new byte[0],
            TraceContext.NONE,
            Deadline.after(Duration.ofSeconds(5), System::nanoTime),
            new ByteBudget(0).open(),
            Webhooks.CONNECTION);
    return asked
        .intake()
        .take(
            new ChannelDelivery(
                request, "slack", "main", List.of(messages), List.of(), List.of(), SUCCESS))
        .get(1, TimeUnit.MINUTES);
  }

  private static ProviderMessage message(ChannelKey channel, String sender, String id) {
    return new ProviderMessage(
        channel,
        "slack-C1",
        Optional.of(id),
        sender,
        Optional.empty(),
        "C1",
        Optional.empty(),
        "hello",
        List.of(),
        OptionalLong.empty(),
        Map.of(),
        ByteBuffer.wrap(("{" + id + "}").getBytes(StandardCharsets.UTF_8)),
        Identity.NONE);
  }

  private List<ChannelEvent> facts() {
    return gateway.log().values("tenants.webhooks").stream()
        .map(value -> gateway.format().decode(ChannelEvent.class, value))
        .toList();
  }
}
