package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.cli.demo.DemoClient.Call;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Channel providers of a demonstration: each shows that it knows the secret of its account. */
record DemoChannels(DemoClient client) {

  /** A bot's account is named by the hash of its token. */
  static final String BOT = "de305d54d3b0c0de";

  private static final String SIGNING_SECRET = "fake-slack-signing-secret";
  private static final String SECRET_TOKEN = "fake-telegram-secret-token";
  private static final String APP_SECRET = "fake-meta-app-secret";

  /** The accounts as the gateway reads them, without the brackets. */
  static final String ACCOUNTS =
      """
      {"provider": "slack", "account": "main", "secrets": ["%s"]},
      {"provider": "telegram", "account": "%s", "secrets": ["%s"]},
      {"provider": "meta", "account": "main", "secrets": ["%s"], "verify_token": "fake-token"}
      """
          .formatted(SIGNING_SECRET, BOT, SECRET_TOKEN, APP_SECRET);

  void slack(String body) throws InterruptedException {
    String timestamp = Long.toString(client.now().getEpochSecond());
    String signature = hmac(SIGNING_SECRET, "v0:" + timestamp + ':' + body);
    deliver(
        "slack/main",
        DemoClient.provider("X-Slack-Signature", "v0=" + signature),
        Map.of("X-Slack-Request-Timestamp", timestamp),
        body);
  }

  void telegram(String body) throws InterruptedException {
    deliver(
        "telegram/" + BOT,
        DemoClient.provider("X-Telegram-Bot-Api-Secret-Token", SECRET_TOKEN),
        Map.of(),
        body);
  }

  void meta(String body) throws InterruptedException {
    String signature = "sha256=" + hmac(APP_SECRET, body);
    deliver("meta/main", DemoClient.provider("X-Hub-Signature-256", signature), Map.of(), body);
  }

  private void deliver(
      String account, DemoClient.Credential proof, Map<String, String> headers, String body)
      throws InterruptedException {
    JsonNode answer =
        client.webhook(new Call("POST", "/v1/channels/" + account, proof, headers, body));
    if (!answer.isMissingNode() && !answer.equals(client.object().put("ok", true))) {
      throw new DemoFailedException(account + " was answered " + answer);
    }
  }

  private static String hmac(String secret, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
