package io.tributary.gateway.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.twilio.security.RequestValidator;
import io.tributary.channels.ProviderMessage;
import io.tributary.gateway.kit.ApiClient.Described;
import io.tributary.gateway.kit.ChannelServer;
import io.tributary.gateway.kit.TwilioSigner;
import io.tributary.schemas.key.ChannelKey;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TwilioChannelTest {

  private static final String WHATSAPP = "twilio-whatsapp";
  private static final String SMS = "twilio-sms";

  private static final String REPLY =
      "SmsMessageSid=SM00000000000000000000000000000001&NumMedia=0&ProfileName=Alex+Doe"
          + "&MessageType=text&SmsSid=SM00000000000000000000000000000001&WaId=447700900123"
          + "&SmsStatus=received&Body=Yes%2C+I+have+a+driving+licence+%26+a+car"
          + "&To=whatsapp%3A%2B447700900999&NumSegments=1&ReferralNumMedia=0"
          + "&MessageSid=SM00000000000000000000000000000001"
          + "&AccountSid=AC00000000000000000000000000000001"
          + "&From=whatsapp%3A%2B447700900123&ApiVersion=2010-04-01";

  /** With the blank fields that a careless reader drops, and a text. */
  private static final String BLANKS =
      "ToCountry=GB&ToState=&SmsMessageSid=SM00000000000000000000000000000002&NumMedia=0&ToCity="
          + "&FromZip=&SmsSid=SM00000000000000000000000000000002&FromState=&SmsStatus=received"
          + "&FromCity=&Body=Yes&FromCountry=GB&To=%2B447700900888&ToZip=&NumSegments=1"
          + "&MessageSid=SM00000000000000000000000000000002"
          + "&AccountSid=AC00000000000000000000000000000001&From=%2B447700900123"
          + "&ApiVersion=2010-04-01";

  private static final String JSON =
      "{\"MessageSid\":\"SM1\",\"AccountSid\":\"AC00000000000000000000000000000001\","
          + "\"To\":\"+447700900888\",\"From\":\"+447700900123\",\"Body\":\"Yes\"}";

  private ChannelServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        ChannelServer.start(
            "2026-01-01T00:00:00Z",
            TwilioSigner.account(WHATSAPP, "main"),
            TwilioSigner.account(SMS, "main"),
            ChannelServer.account(SMS, "no-url", "test_auth_token_0001"));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void shouldHandOnAReplyAndHaveNothingToSay() throws Exception {
    Described answer = post(WHATSAPP, REPLY);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).contains("text/xml; charset=utf-8");
    assertThat(answer.body()).isEqualTo("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Response/>");
    ProviderMessage message = message();
    assertThat(message.channel()).isEqualTo(new ChannelKey("whatsapp", "+447700900999"));
    assertThat(message.senderId()).isEqualTo("+447700900123");
    assertThat(message.text()).isEqualTo("Yes, I have a driving licence & a car");
    assertThat(message.eventId())
        .contains("twilio:AC00000000000000000000000000000001:SM00000000000000000000000000000001");
    assertThat(StandardCharsets.UTF_8.decode(message.raw().duplicate()).toString())
        .isEqualTo(REPLY);
    assertThat(server.deliveries().get(0).request().caller().name())
        .isEqualTo("twilio-whatsapp/main");
  }

  @Test
  void shouldCountBlankFieldsAsSigned() throws Exception {
    assertThat(post(SMS, BLANKS).status()).isEqualTo(200);
    assertThat(message().channel()).isEqualTo(new ChannelKey("sms", "+447700900888"));

    // What a sender would sign that drops them
    String dropped = BLANKS.replaceAll("(?<=&)[A-Za-z]+=&", "");
    String[] headers = TwilioSigner.form("twilio-sms/main", dropped);
    assertThat(server.post(SMS, "main", BLANKS, headers).status()).isEqualTo(403);
  }

  @Test
  void shouldIgnoreABlankMessage() throws Exception {
    assertThat(post(SMS, BLANKS.replace("Body=Yes", "Body=")).status()).isEqualTo(200);
    assertThat(server.deliveries()).isEmpty();
    assertThat(server.told()).containsExactly("twilio-sms verified", "twilio-sms ignored empty 1");
  }

  @Test
  void shouldTakeJsonWhoseHashIsInTheUrl() throws Exception {
    String target = "twilio-sms/main?" + TwilioSigner.hash(JSON);
    String[] headers = TwilioSigner.json(target);
    assertThat(
            new RequestValidator("test_auth_token_0001")
                .validate("https://ingest.example.com/v1/channels/" + target, JSON, headers[3]))
        .isTrue();

    assertThat(server.post(SMS, target.substring(11), JSON, headers).status()).isEqualTo(200);
    assertThat(message().text()).isEqualTo("Yes");

    assertThat(server.post(SMS, target.substring(11), JSON + ' ', headers).status()).isEqualTo(403);
    assertThat(server.post(SMS, "main", JSON, TwilioSigner.json("twilio-sms/main")).status())
        .isEqualTo(403);
    assertThat(server.told())
        .endsWith("twilio-sms refused signature", "twilio-sms refused unsigned");
  }

  @Test
  void shouldSayWhatIsWrongWithSignedJson() throws Exception {
    String nested = JSON.replace("\"Yes\"", "{}");
    String target = "main?" + TwilioSigner.hash(nested);

    Described answer = server.post(SMS, target, nested, TwilioSigner.json("twilio-sms/" + target));

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo("Body");
    assertThat(server.deliveries()).isEmpty();
  }

  @Test
  void shouldNameTheHeaderOfAnotherType() throws Exception {
    String[] headers = TwilioSigner.form("twilio-sms/main", BLANKS);
    headers[1] = "text/plain";

    Described answer = server.post(SMS, "main", BLANKS, headers);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("field").asText()).isEqualTo("Content-Type");
  }

  @Test
  void shouldKeepWhatComesInAsAnotherChannelAsMalformed() throws Exception {
    assertThat(post(SMS, REPLY).status()).isEqualTo(200);
    assertThat(server.deliveries().get(0).messages()).isEmpty();
    assertThat(server.deliveries().get(0).malformed()).hasSize(1);
  }

  @Test
  void shouldRefuseWhatIsNotTheAccountsOwn() throws Exception {
    String[] signed = TwilioSigner.form("twilio-sms/main", BLANKS);
    assertThat(server.post(SMS, "main", BLANKS.replace("Yes", "No"), signed).status())
        .isEqualTo(403);
    assertThat(server.post(SMS, "main?a=b", BLANKS, signed).status()).isEqualTo(403);
    assertThat(server.post(SMS, "main", BLANKS, signed[0], signed[1]).status()).isEqualTo(403);
    String other = BLANKS.replace("AC0", "AC1");
    assertThat(post(SMS, other).status()).isEqualTo(403);
    assertThat(
            server
                .post(SMS, "no-url", BLANKS, TwilioSigner.form("twilio-sms/no-url", BLANKS))
                .status())
        .isEqualTo(403);
    assertThat(server.told())
        .containsExactly(
            "twilio-sms refused signature",
            "twilio-sms refused signature",
            "twilio-sms refused unsigned",
            "twilio-sms refused wrong_account",
            "twilio-sms refused no_secret");
    assertThat(server.accountsWithoutSecret()).isEqualTo(1);
    assertThat(server.deliveries()).isEmpty();
  }

  private ProviderMessage message() {
    assertThat(server.deliveries()).hasSize(1);
    return server.deliveries().get(0).messages().get(0);
  }

  private Described post(String provider, String body) throws Exception {
    return server.post(provider, "main", body, TwilioSigner.form(provider + "/main", body));
  }
}
