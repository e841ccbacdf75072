package io.tributary.e2e.operators;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.harness.http.Answer;
import io.tributary.harness.http.HttpProbe;
import io.tributary.harness.pipeline.ServiceTokens;
import io.tributary.harness.pipeline.Workplace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Map;

/** Some requests of all five families, so that every kind of item comes to be. */
public final class SampleTraffic {

  /** The device whose readings there are most of. */
  public static final String DEVICE = "24:6F:28:AE:52:7C";

  static final String OTHER_DEVICE = "24:6F:28:AE:52:7D";

  /** In the year 2089. */
  public static final long MEASURED = 3_786_912_600_000L;

  /** Longer ago than readings live. */
  static final long LONG_AGO = 1_000_000_000_000L;

  private static final Map<String, String> ADMIN =
      Map.of("Authorization", "Bearer " + Workplace.ADMIN_TOKEN);
  private static final Map<String, String> SERVICE =
      Map.of("Authorization", "Bearer " + ServiceTokens.ALL, "Content-Type", "application/json");

  private final HttpProbe http;
  private final URI gateway;

  /** Of the devices. */
  private Map<String, String> key = Map.of();

  /** Sends to that gateway. */
  public SampleTraffic(HttpProbe http, URI gateway) {
    this.http = http;
    this.gateway = gateway;
  }

  /** All of it. */
  public void send() throws IOException {
    String issued =
        expect(200, "POST", "/v1/admin/api-keys", ADMIN, "{\"description\":\"of a test\"}");
    key = Map.of("X-API-Key", Answer.parse(issued).path("api_key").asText());
    devices();
    history();
    inbox();
    tenants();
    outreach();
  }

  private void devices() throws IOException {
    expect(
        200,
        "POST",
        "/v1/devices/register",
        key,
        """
        {"hardware_id":"%s","boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6",
         "firmware_version":"1.0.16","capabilities":{"sensors":["bme280"],"features":{"ota":true}}}
        """
            .formatted(DEVICE));
    upload(DEVICE, "b1", MEASURED);
    upload(DEVICE, "b2", MEASURED + 1);
    upload(DEVICE, "b2", MEASURED + 1);
    upload(DEVICE, "b3", MEASURED + 2);
    upload(DEVICE, "long ago", LONG_AGO);
    upload(OTHER_DEVICE, "b1", MEASURED);
    upload(OTHER_DEVICE, "b4", MEASURED);
  }

  /** A reading of a device; its key comes with {@link #send}. */
  public void upload(String device, String batch, long timestamp) throws IOException {
    expect(
        200,
        "POST",
        "/v1/devices/data",
        key,
        """
        {"readings":[{"batch_id":"%s","hardware_id":"%s","timestamp_ms":%d,
         "boot_id":"3f0c5a52-9d1e-4b7a-8c34-5e1f7a90b2d6","firmware_version":"1.0.16",
         "sensors":{"bme280_temp_c":22.50},"sensor_status":{"bme280":"ok"}}]}
        """
            .formatted(batch, device, timestamp));
  }

  private void history() throws IOException {
    message("t1", "m1");
    message("t1", "m2");
    message("t2", "m3");
    expect(
        202,
        "POST",
        "/v1/history/feedback",
        SERVICE,
        """
        {"org_id":"o","user_id":"u","thread_id":"t1","message_id":"m1","verso":"up"}
        """);
  }

  /** A message of a user. */
  public void message(String thread, String id) throws IOException {
    expect(
        202,
        "POST",
        "/v1/history/messages",
        SERVICE,
        """
        {"org_id":"o","user_id":"u","thread_id":"%s","message_id":"%s","role":"user",
         "content":[{"type":"text","text":"May I?"}]}
        """
            .formatted(thread, id));
  }

  private void inbox() throws IOException {
    expect(200, "PUT", "/v1/inbox/acme/settings", SERVICE, "{\"title\":\"Acme\",\"ttl\":\"10d\"}");
    String first = publish("\"kind\":\"users\",\"uids\":[\"ada\",\"bob\"]");
    publish("\"kind\":\"users\",\"uids\":[\"ada\"]");
    String sale = publish("\"kind\":\"everyone\"");
    read("ada", first);
    read("bob", sale);
    String mistake = publish("\"kind\":\"users\",\"uids\":[\"bob\"]");
    redact(mistake);
  }

  /** Takes that message away from everybody. */
  void redact(String message) throws IOException {
    expect(202, "DELETE", "/v1/inbox/acme/DEFAULT/messages/" + message, SERVICE, "");
  }

  /** A publish to those; gives the message's id. */
  public String publish(String audiences) throws IOException {
    String answer =
        expect(
            202,
            "POST",
            "/v1/inbox/acme/DEFAULT/messages",
            SERVICE,
            """
            {"audiences":{"label":"Some",%s},"taxonomy":{"category":"news"},
             "message":{"title":"News","body":{"blocks":[1.50,null]}}}
            """
                .formatted(audiences));
    return Answer.parse(answer).path("id").asText();
  }

  /** A read of that message. */
  void read(String uid, String message) throws IOException {
    expect(
        202,
        "PUT",
        "/v1/inbox/acme/DEFAULT/users/" + uid + "/reads",
        SERVICE,
        "{\"messages\":[\"" + message + "\"]}");
  }

  private void tenants() throws IOException {
    tenant();
    user("ada");
    user("gone");
    removeUser("gone");
    expect(
        200, "PUT", "/v1/admin/tenants/outlocks/channels/telegram/731fa294d036e54f", ADMIN, "{}");
    reply("c1", "r1");
    reply("c1", "r2");
    reply("cleared", "r3");
    clear("cleared");
  }

  /** The tenant that users and conversations belong to. */
  void tenant() throws IOException {
    expect(
        200,
        "PUT",
        "/v1/admin/tenants/outlocks",
        ADMIN,
        "{\"name\":\"Outlocks\",\"status\":\"active\",\"settings\":{}}");
  }

  /** A user of the tenant. */
  void user(String id) throws IOException {
    expect(
        200,
        "PUT",
        "/v1/admin/tenants/outlocks/users/" + id,
        ADMIN,
        """
        {"email":"%s@outlocks.example","display_name":"Ada","role":"admin",
         "channel_identities":{}}
        """
            .formatted(id));
  }

  /** Removes that user. */
  void removeUser(String id) throws IOException {
    expect(204, "DELETE", "/v1/admin/tenants/outlocks/users/" + id, ADMIN, "");
  }

  /** Clears that conversation. */
  void clear(String conversation) throws IOException {
    expect(202, "DELETE", "/v1/tenants/outlocks/conversations/" + conversation, SERVICE, "");
  }

  /** An assistant's message. */
  public void reply(String conversation, String id) throws IOException {
    expect(
        202,
        "POST",
        "/v1/tenants/outlocks/conversations/" + conversation + "/messages",
        SERVICE,
        "{\"message_id\":\"%s\",\"role\":\"assistant\",\"content\":\"Here.\"}".formatted(id));
  }

  private void outreach() throws IOException {
    request("r1");
    request("r2");
  }

  /** A conversation that is asked for. */
  public void request(String id) throws IOException {
    expect(
        202,
        "POST",
        "/v1/outreach/conversations",
        SERVICE,
        """
        {"company_data":{"company_id":"c","project_id":"p",
          "channel_config":{"whatsapp":{"company_whatsapp_number":"+14155550100"}}},
         "recipient_data":{"recipient_tel":"+14155550199"},
         "request_data":{"request_id":"%s","channel_method":"whatsapp"}}
        """
            .formatted(id));
  }

  private String expect(
      int status, String method, String path, Map<String, String> headers, String body)
      throws IOException {
    Answer answer =
        http.send(method, gateway.resolve(path), headers, BodyPublishers.ofString(body));
    assertThat(answer.status()).as("%s %s: %s", method, path, answer.body()).isEqualTo(status);
    return answer.body();
  }
}
