package io.tributary.traffic.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Request;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Signatures as the providers publish them in examples. */
final class ProvidersTest {

  private static final String SLACK_BODY =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow"
          + "&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner"
          + "&command=%2Fwebhook-collect&text="
          + "&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554"
          + "%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121"
          + ".803a0bc887a14d10d2c447fce8b6703c";

  private static Providers at(long epochSecond, String account, String secret) {
    return new Providers(
        new Credentials("admin", "service", Map.of(account, secret)),
        () -> Instant.ofEpochSecond(epochSecond));
  }

  @Test
  void shouldSignTwilioForms() {
    Map<String, String> fields =
        Map.of(
            "CallSid", "CA1234567890ABCDE",
            "Caller", "+14158675309",
            "Digits", "1234",
            "From", "+14158675309",
            "To", "+18005551212");
    assertThat(
            Providers.twilioSignature(
                "12345", "https://mycompany.com/myapp.php?foo=1&bar=2", fields))
        .isEqualTo("RSOYDt4T1cUTdK1PDd93/VVr8B8=");
  }

  @Test
  void shouldSignSlackBodies() {
    Request request =
        at(1531420618, "slack/main", "8f742231b10e8888abcd99yyyzzz85a5")
            .json("slack", "main", SLACK_BODY);
    assertThat(request.path()).isEqualTo("/v1/channels/slack/main");
    assertThat(request.headers())
        .containsEntry("X-Slack-Request-Timestamp", "1531420618")
        .containsEntry(
            "X-Slack-Signature",
            "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503");
  }

  @Test
  void shouldSignByStandardWebhooks() {
    Request request =
        at(1614265330, "generic/crm", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
            .generic("crm", "msg_p5jXN8AQM9LWM0D4loKWxJek", "{\"test\": 2432232314}");
    assertThat(request.headers())
        .containsEntry("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void shouldForgeNothingButTheProof() {
    Providers providers = at(0, "telegram/731fa294d036e54f", "secret");
    Request request = providers.json("telegram", "731fa294d036e54f", "{}");
    Request forged = Providers.forged(request);
    String proof = "X-Telegram-Bot-Api-Secret-Token";
    assertThat(request.headers()).containsEntry(proof, "secret");
    assertThat(forged.headers())
        .hasSameSizeAs(request.headers())
        .doesNotContainEntry(proof, "secret");
    assertThat(forged.body()).isEqualTo(request.body());
    assertThat(providers.accounts("telegram")).containsExactly("731fa294d036e54f");
    assertThat(providers.accounts("slack")).isEmpty();
  }
}
