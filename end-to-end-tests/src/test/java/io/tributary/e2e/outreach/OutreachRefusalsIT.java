package io.tributary.e2e.outreach;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.OnSharedPipeline;
import io.tributary.harness.pipeline.SharedPipeline.Bench;
import io.tributary.harness.process.Eventually;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the routes refuse, and how they say so; nothing of it reaches the log. */
@OnSharedPipeline
final class OutreachRefusalsIT {

  private static final String GOOD =
      """
      {"company_data":{"company_id":"c","project_id":"p","project_status":"active",
        "channel_config":{"company_whatsapp_number":"+447700900999"},"project_name":"P"},
       "recipient_data":{"recipient_tel":"+447700900123","recipient_email":"a@b.example",
        "comms_consent":true},"project_data":{"a":1},
       "request_data":{"request_id":"refused","channel_method":"whatsapp",
        "initial_request_timestamp":"2023-09-15T11:45:32.789Z"}}
      """;

  private static final String TYPE = "\"type\":\"completed\"";

  private final Bench bench;
  private final OutreachApi api;
  private long before;

  OutreachRefusalsIT(Bench bench) {
    this.bench = bench;
    this.api = new OutreachApi(bench.http(), bench.pipeline().http());
  }

  @BeforeEach
  void measureLog() {
    before = bench.topics().length(OutreachFacts.EVENTS);
  }

  @AfterEach
  void requireNothingNew() {
    assertThat(bench.topics().length(OutreachFacts.EVENTS)).isEqualTo(before);
  }

  @Test
  void shouldSayWhatIsWrongWithRequests() throws Exception {
    request("company_data.company_id", "\"company_id\":\"c\"", "\"company_id\":\"c#d\"");
    request("company_data.project_id", "\"project_id\":\"p\"", "\"project_id\":null");
    request("request_data.request_id", "\"refused\"", "\"\"");
    request("request_data.channel_method", "\"whatsapp\",", "\"pigeon\",");
    request("request_data.initial_request_timestamp", "2023-09-15T11:45:32.789Z", "yesterday");
    request("recipient_data.recipient_tel", "\"+447700900123\"", "\"07700900123\"");
    request("recipient_data.recipient_tel", "\"+447700900123\"", "null");
    request("recipient_data.recipient_email", "a@b.example", "a@b@c");
    request("recipient_data.comms_consent", "true", "\"yes\"");
    request("company_data.channel_config.company_whatsapp_number", "+447700900999", "+0");
    request("project_data", "{\"a\":1}", "[1]");
    request("project_data.a", "{\"a\":1}", "{\"a\":1e200}");
    request("company_data.project_name", "\"P\"", "7");
    request("recipient_data", "\"recipient_data\":", "\"recipients\":");
    for (String body : new String[] {"{", "[]", "{\"a\":1,\"a\":1}", GOOD + GOOD}) {
      refused(400, "INVALID_FORMAT", OutreachApi.request(body));
    }
    String inactive = GOOD.replace("\"active\"", "\"inactive\"");
    refused(403, "PROJECT_INACTIVE", OutreachApi.request(inactive));
    String bySms = GOOD.replace("\"project_name\":\"P\"", "\"allowed_channels\":[\"sms\"]");
    refused(403, "CHANNEL_NOT_ALLOWED", OutreachApi.request(bySms));
  }

  private void request(String field, String good, String bad) throws IOException {
    assertThat(GOOD).contains(good);
    field(field, OutreachApi.request(GOOD.replace(good, bad)));
  }

  @Test
  void shouldSayWhatIsWrongWithUpdates() throws Exception {
    update("update_id", "{" + TYPE + "}");
    update("update_id", "{\"update_id\":\"a#b\"," + TYPE + "}");
    update("type", OutreachSamples.update("u", "exploded", ""));
    update("reason", OutreachSamples.update("u", "failed", ""));
    update("function_call_type", OutreachSamples.update("u", "function_call", ""));
    update("thread_id", sent(",\"thread_id\":\"" + "t".repeat(513) + "\""));
    update("processing_time_ms", sent(",\"processing_time_ms\":-1"));
    update("message.content", sent(",\"message\":{}"));
    update("message.content", sent(OutreachSamples.message("")));
    update("message.content", sent(OutreachSamples.message("\u20ac".repeat(10_923))));
    update(
        "message.ai_total_tokens",
        sent(",\"message\":{\"content\":\"x\",\"ai_total_tokens\":1.5}"));
    for (String id : new String[] {"c%23p", "c%23p%23r%23x", "c%23p%23r%23%2B447700900123"}) {
      Answer answer =
          api.send(
              Request.post(
                  "/v1/outreach/conversations/" + id + "/updates",
                  OutreachApi.APPLICATION,
                  "{\"update_id\":\"u\"," + TYPE + "}"));
      assertThat(answer.status()).as("%s: %s", id, answer.body()).isEqualTo(400);
      assertThat(answer.json().path("field").asText()).isEqualTo("conversation_id");
    }
  }

  private static String sent(String more) {
    return OutreachSamples.update("u", "initial_message_sent", more);
  }

  private void update(String field, String body) throws IOException {
    field(field, OutreachApi.update("c#p#r#447700900123", body));
  }

  @Test
  void shouldLetTokensSpeakForTheirCompaniesAlone() throws Exception {
    String token = "fake-token-of-company-d";
    bench.serviceTokens().grant("d", token, "outreach", "d");
    Request wanted = OutreachApi.request(GOOD);
    Request update = OutreachApi.update("c#p#r#447700900123", "{\"update_id\":\"u\"," + TYPE + "}");
    for (Request request : new Request[] {wanted, update}) {
      refused(401, "MISSING_TOKEN", without(request, "Authorization"));
      refused(401, "INVALID_TOKEN", header(request, "Authorization", "Bearer wrong"));
      Request others = header(request, "Authorization", "Bearer " + token);
      Eventually.await("the token").until(() -> api.send(others).status() != 401);
      refused(403, "FORBIDDEN", others);
    }
    bench.serviceTokens().remove("d");
  }

  @Test
  void shouldRefuseWebhooksThatNobodySigned() throws Exception {
    Request twilio = OutreachSamples.twilio("twilio-whatsapp", "+441", "+442", "SM1", "tampered");
    Request sendgrid = OutreachSamples.sendgrid("a@b.example", "c@d.example", "1", "tampered");
    Request ses = bench.sns().notification("{\"notificationType\":\"tampered\"}", 2);
    for (Request request : new Request[] {twilio, sendgrid, ses}) {
      refused(403, "FORBIDDEN", with(request, request.body().replace("tampered", "Tampered")));
      refused(404, "NOT_FOUND", at(request, request.path().replace("/main", "/unknown")));
    }
    refused(403, "FORBIDDEN", without(twilio, "X-Twilio-Signature"));
    refused(403, "FORBIDDEN", at(twilio, twilio.path().replace("whatsapp", "sms")));
    refused(403, "FORBIDDEN", without(sendgrid, "X-Twilio-Email-Event-Webhook-Timestamp"));
    refused(403, "FORBIDDEN", with(ses, ses.body().replace("inbound-mail", "outbound-mail")));
    refused(403, "FORBIDDEN", with(ses, ses.body().replace("sns.eu-west-1.amazonaws.com", "x.y")));
  }

  private void field(String field, Request request) throws IOException {
    Answer answer = api.send(request);
    assertThat(answer.status()).as("%s: %s", field, answer.body()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).as(answer.body()).isEqualTo(field);
    assertThat(answer.json().path("rule").asText()).isNotBlank();
  }

  private void refused(int status, String code, Request request) throws IOException {
    Answer answer = api.send(request);
    assertThat(answer.status()).as("%s: %s", request, answer.body()).isEqualTo(status);
    assertThat(answer.json().path("error").asText()).as("%s", request).isEqualTo(code);
  }

  private static Request with(Request request, String body) {
    return new Request(request.method(), request.path(), request.headers(), body);
  }

  private static Request at(Request request, String path) {
    return new Request(request.method(), path, request.headers(), request.body());
  }

  private static Request header(Request request, String name, String value) {
    Map<String, String> headers = new TreeMap<>(request.headers());
    headers.put(name, value);
    return new Request(request.method(), request.path(), headers, request.body());
  }

  private static Request without(Request request, String name) {
    Map<String, String> headers = new HashMap<>(request.headers());
    headers.remove(name);
    return new Request(request.method(), request.path(), headers, request.body());
  }
}
