package io.tributary.gateway.http;

import static io.tributary.gateway.kit.Refusals.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ChannelMethod;
import io.tributary.avro.outreach.ConversationRequest;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.LogProducer;
import io.tributary.gateway.kit.TestGateway;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutreachRequestsTest {

  private static final String ROUTE = "/v1/outreach/conversations";

  private static final String COMPANY =
      "\"company_id\":\"ci-aaa-001\",\"project_id\":\"pi-aaa-001\"";
  private static final String REQUEST =
      "{\"company_data\":{%s},\"recipient_data\":{\"recipient_first_name\":\"Alex\","
          + "\"recipient_last_name\":\"Doe\",\"recipient_tel\":\"+44 7700 900-123\","
          + "\"recipient_email\":\"Alex.Doe@example.com\",\"comms_consent\":true},"
          + "\"project_data\":{\"jobID\":\"9999\",\"points\":[{\"confirmed\":false}]},"
          + "\"request_data\":{\"request_id\":\"550e8400-e29b-41d4-a716-446655440001\","
          + "\"channel_method\":\"whatsapp\","
          + "\"initial_request_timestamp\":\"2026-01-01T00:00:00.000Z\"}}";
  private static final String PLAIN = REQUEST.formatted(COMPANY);

  private static final String DETAILS =
      "\"company_name\":\"Cucumber\",\"project_status\":\"active\","
          + "\"allowed_channels\":[\"whatsapp\",\"email\"],"
          + "\"company_rep\":{\"company_rep_1\":\"Sam\",\"company_rep_2\":null},"
          + "\"channel_config\":{\"whatsapp\":{\"company_whatsapp_number\":"
          + "\"whatsapp:+447700900999\"},\"sms\":{}},"
          + "\"ai_config\":{\"openai_config\":{\"whatsapp\":{\"assistant\":\"a\"}}},"
          + "\"auto_queue_reply_message\":false";

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @Test
  void shouldAppendARequestUnderItsRecipient() throws Exception {
    // When
    ApiClient.Described answer = post(company(DETAILS));

    // Then
    assertThat(answer.status()).as(answer.body()).isEqualTo(202);
    assertThat(answer.body())
        .isEqualTo(
            "{\"conversation_id\":\"ci-aaa-001#pi-aaa-001#550e8400-e29b-41d4-a716-446655440001"
                + "#447700900123\",\"request_id\":\"550e8400-e29b-41d4-a716-446655440001\"}");
    assertThat(gateway.log().keys("outreach.events")).containsExactly("+447700900123");
    OutreachEvent fact = facts().get(0);
    assertThat(fact.getRecipient()).isEqualTo("+447700900123");
    assertThat(fact.getEnvelope().getCaller()).isEqualTo("company-app");
    assertThat(fact.getEnvelope().getAcceptedAtMs()).isEqualTo(1_772_366_400_250L);
    assertThat(fact.getEnvelope().getRequestId()).isEqualTo(answer.header("x-request-id").get());
    assertThat(fact.getEvent())
        .isEqualTo(
            ConversationRequest.newBuilder()
                .setCompanyId("ci-aaa-001")
                .setProjectId("pi-aaa-001")
                .setRequestId("550e8400-e29b-41d4-a716-446655440001")
                .setChannelMethod(ChannelMethod.whatsapp)
                .setCompanySender("+447700900999")
                .setInitialRequestTimestamp("2026-01-01T00:00:00.000Z")
                .setRecipientTel("+447700900123")
                .setRecipientEmail("alex.doe@example.com")
                .setRecipientFirstName("Alex")
                .setRecipientLastName("Doe")
                .setCommsConsent(true)
                .setCompanyName("Cucumber")
                .setProjectStatus("active")
                .setAllowedChannels(List.of("whatsapp", "email"))
                .setCompanyRepJson("{\"company_rep_1\":\"Sam\",\"company_rep_2\":null}")
                .setChannelConfigJson("{\"company_whatsapp_number\":\"whatsapp:+447700900999\"}")
                .setAiConfigJson("{\"assistant\":\"a\"}")
                .setProjectDataJson("{\"jobID\":\"9999\",\"points\":[{\"confirmed\":false}]}")
                .setAutoQueueReplyMessage(false)
                .setLifeS(7_776_000L)
                .build());
  }

  @Test
  void shouldNameAConversationByMailByTheAddress() throws Exception {
    ApiClient.Described answer = post(PLAIN.replace("\"whatsapp\"", "\"Email\""));

    assertThat(answer.json().path("conversation_id").asText()).endsWith("#alex.doe@example.com");
    assertThat(gateway.log().keys("outreach.events")).containsExactly("alex.doe@example.com");
  }

  @Test
  void shouldDecideWhoItIsBeforeLookingAtTheBody() throws Exception {
    assertError(401, "MISSING_TOKEN", without());
    assertError(401, "INVALID_TOKEN", api.requestConversation("fake-unknown", "not json"));
    assertError(401, "INVALID_TOKEN", api.requestConversation(TestGateway.ADMIN_TOKEN, "not json"));
    assertError(403, "FORBIDDEN", api.requestConversation(TestGateway.ASSISTANT_TOKEN, "not json"));
    assertError(
        403, "FORBIDDEN", api.requestConversation(TestGateway.EVERY_INBOX_TOKEN, "not json"));
    assertThat(facts()).isEmpty();
  }

  /** Whoever names a number gets the replies to it. */
  @Test
  void shouldLetNoCompanySpeakForAnothersNumberOrMailbox() throws Exception {
    String byMail = PLAIN.replace("\"whatsapp\"", "\"email\"");
    for (String foreign :
        List.of(
            from(PLAIN, "company_whatsapp_number", "+44 7700 900777"),
            from(PLAIN, "company_whatsapp_number", "whatsapp:+447700900777"),
            from(byMail, "company_email", "Sales@Company.example"))) {
      assertError(403, "SENDER_NOT_ALLOWED", post(foreign));
    }
    assertError(
        403,
        "SENDER_NOT_ALLOWED",
        api.requestConversation(
            TestGateway.EVERY_COMPANY_TOKEN,
            from(PLAIN, "company_whatsapp_number", "+447700900999")
                .replace("ci-aaa-001", "ci-bbb-001")));
    assertThat(facts()).isEmpty();
    for (String own :
        List.of(
            from(PLAIN, "company_whatsapp_number", "+447700900999"),
            from(byMail, "company_email", "Replies@company.example"),
            from(byMail, "company_email", "sales@unknown.example"))) {
      assertThat(post(own).status()).isEqualTo(202);
    }
  }

  private static String from(String request, String member, String sender) {
    return request.replace(
        COMPANY, COMPANY + ",\"channel_config\":{\"" + member + "\":\"" + sender + "\"}");
  }

  @Test
  void shouldHideItsProjectFromUnauthorizedCallers() throws Exception {
    assertError(
        403,
        "FORBIDDEN",
        post(
            company("\"project_status\":\"inactive\",\"allowed_channels\":[]")
                .replace("ci-aaa-001", "ci-aaa-002")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"inactive", "", "Active", "active "})
  void shouldTakeNothingForAProjectThatIsNotActive(String status) throws Exception {
    assertError(403, "PROJECT_INACTIVE", post(company("\"project_status\":\"" + status + '"')));
    assertThat(facts()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[\"sms\",\"email\"]", "[\"what\",\"\"]"})
  void shouldTakeNothingForAChannelThatIsNotAllowed(String channels) throws Exception {
    assertError(403, "CHANNEL_NOT_ALLOWED", post(company("\"allowed_channels\":" + channels)));
    assertThat(facts()).isEmpty();
  }

  @Test
  void shouldAnswer503WithoutAnAcknowledgement() throws Exception {
    gateway.producer().decide(LogProducer.Answer.TIMED_OUT);

    assertError(503, "UNAVAILABLE", post(PLAIN));
  }

  private ApiClient.Described post(String body) throws Exception {
    return api.requestConversation(TestGateway.COMPANY_TOKEN, body);
  }

  private ApiClient.Described without() throws Exception {
    return api.send(
        "POST " + ROUTE, api.request(ROUTE).POST(BodyPublishers.ofString("not json")).build());
  }

  private static String company(String members) {
    return REQUEST.formatted(COMPANY + ',' + members);
  }

  private List<OutreachEvent> facts() {
    return gateway.log().values("outreach.events").stream()
        .map(value -> gateway.format().decode(OutreachEvent.class, value))
        .toList();
  }
}
