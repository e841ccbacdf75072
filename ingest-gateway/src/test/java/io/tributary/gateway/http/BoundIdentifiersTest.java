package io.tributary.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.avro.outreach.ChannelReply;
import io.tributary.avro.outreach.OutreachEvent;
import io.tributary.gateway.kit.ApiClient;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.SampleReadings;
import io.tributary.gateway.kit.TestGateway;
import io.tributary.gateway.kit.TwilioSigner;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Every identifier of the table in {@code docs/operate/security.md}, with another's in it. */
class BoundIdentifiersTest {

  private static final Path PAGE = Path.of("../docs/operate/security.md");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([^|]+?) \\| [^|]+ \\| (403|own) \\|$");
  private static final String OTHERS = "AA:BB:CC:DD:EE:FF";
  private static final String OWN = "24:6F:28:AE:52:7C";
  private static final String REQUEST =
      """
      {"company_data":{"company_id":"%s","project_id":"p","channel_config":{"%s":"%s"}},
       "recipient_data":{"recipient_tel":"+447700900123","recipient_email":"a@b.example"},
       "request_data":{"request_id":"r","channel_method":"%s"}}""";
  private static final String SMS =
      "Body=Yes&To=%s&From=%%2B447700900123&MessageSid=SM1&AccountSid=" + TwilioSigner.ACCOUNT_SID;

  @AutoClose private final TestGateway gateway = TestGateway.start();
  private final ApiClient api = new ApiClient(gateway.port());

  @FunctionalInterface
  private interface Case {
    /** Status of the answer to another's identifier; 200 if the sender's own data came of it. */
    int status() throws Exception;
  }

  private Map<String, Case> cases() {
    Map<String, Case> cases = new TreeMap<>();
    cases.put("`hardware_id`", () -> reading(OTHERS, OTHERS + "-1"));
    cases.put("`batch_id`", () -> reading(OWN, OTHERS + "-1"));
    cases.put("`org_id`, `tenant_id` of history", this::history);
    cases.put("`tenant_key`", () -> inbox("umbrella"));
    cases.put("`tenant_id` in a path", () -> tenant("umbrella"));
    cases.put(
        "`company_id`", () -> request("ci-bbb-001", "company_sms_number", "+447700900700", "sms"));
    cases.put("`conversation_id`", this::update);
    cases.put(
        "`company_whatsapp_number`, `company_sms_number`, `company_email`",
        () -> request("ci-aaa-001", "company_whatsapp_number", "+447700900777", "whatsapp"));
    cases.put("a webhook's channel", () -> sms("%2B447700900001"));
    cases.put("a reply's number or mailbox", this::company);
    return cases;
  }

  @Test
  void shouldBeBoundToTheirOwners() throws Exception {
    Map<String, String> table = new TreeMap<>();
    ROW.matcher(Files.readString(PAGE))
        .results()
        .forEach(row -> table.put(row.group(1), row.group(2)));
    Map<String, Case> cases = cases();

    assertThat(new TreeSet<>(table.keySet())).isEqualTo(new TreeSet<>(cases.keySet()));
    for (Map.Entry<String, Case> each : cases.entrySet()) {
      int expected = "403".equals(table.get(each.getKey())) ? 403 : 200;
      assertThat(each.getValue().status()).as(each.getKey()).isEqualTo(expected);
    }
    assertThat(gateway.log().values("devices.batches")).isEmpty();
    assertThat(gateway.log().values("history.events")).isEmpty();
  }

  private int reading(String device, String batchId) throws Exception {
    String key =
        api.admin(
                "POST /v1/admin/api-keys",
                "/v1/admin/api-keys",
                "POST",
                "{\"hardware_ids\":[\"" + OWN + "\"]}")
            .json()
            .path("api_key")
            .asText();
    String body = SampleReadings.request(SampleReadings.reading(device, batchId));
    return api.send(
            "POST /v1/devices/data",
            api.request("/v1/devices/data")
                .header("X-API-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build())
        .status();
  }

  private int history() throws Exception {
    String body =
        "{\"org_id\":\"globex\",\"tenant_id\":\"us\",\"user_id\":\"u\",\"thread_id\":\"t\","
            + "\"message_id\":\"m\",\"role\":\"user\",\"content\":\"c\"}";
    assertThat(api.postHistory("messages", TestGateway.ACME_TOKEN, body).status()).isEqualTo(403);
    return api.postHistory("messages", TestGateway.GLOBEX_TOKEN, body).status();
  }

  private int inbox(String tenant) throws Exception {
    return api.inbox(
            "PUT {tenant_key}/settings",
            tenant + "/settings",
            TestGateway.INBOX_TOKEN,
            "{\"title\":\"T\",\"ttl\":\"1d\"}")
        .status();
  }

  private int tenant(String tenant) throws Exception {
    return api.conversation(
            "POST {tenant_id}/conversations/{conversation_id}/messages",
            tenant + "/conversations/c/messages",
            TestGateway.ASSISTANT_TOKEN,
            "{\"message_id\":\"m\",\"role\":\"user\",\"content\":\"c\"}")
        .status();
  }

  private int request(String company, String member, String sender, String channel)
      throws Exception {
    return api.requestConversation(
            TestGateway.COMPANY_TOKEN, REQUEST.formatted(company, member, sender, channel))
        .status();
  }

  private int update() throws Exception {
    return api.updateConversation(
            "ci-bbb-001%23p%23r%23447700900123",
            TestGateway.COMPANY_TOKEN, "{\"update_id\":\"u\",\"type\":\"completed\"}")
        .status();
  }

  private int sms(String to) throws Exception {
    String own =
        TwilioSigner.account("twilio-sms", "main")
            .replace("}", ",\"phone_numbers\":[\"+447700900999\"]}");
    try (ChannelServer server =
        ChannelServer.before(gateway.replies(), "2026-01-01T00:00:00Z", own)) {
      String body = SMS.formatted(to);
      return server
          .post("twilio-sms", "main", body, TwilioSigner.form("twilio-sms/main", body))
          .status();
    }
  }

  /** The reply names the account's company, not that of the newest request. */
  private int company() throws Exception {
    assertThat(sms("%2B447700900999")).isEqualTo(200);
    List<byte[]> facts = gateway.log().values("outreach.events");
    OutreachEvent fact = gateway.format().decode(OutreachEvent.class, facts.get(facts.size() - 1));
    return "".equals(((ChannelReply) fact.getEvent()).getCompanyId()) ? 200 : 500;
  }
}
