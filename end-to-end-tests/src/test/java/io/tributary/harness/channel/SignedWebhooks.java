package io.tributary.harness.channel;

import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Requests of the providers for the accounts that every pipeline of the tests has, signed now. They
 * are sent again after a 5xx or no answer, as providers do.
 */
public final class SignedWebhooks {

  private SignedWebhooks() {}

  /** Of Slack: its v0 signature over the time and the body, JSON or a form. */
  public static Request slack(String body) {
    String time = Long.toString(Instant.now().getEpochSecond());
    byte[] key = utf8(ChannelAccounts.SLACK_SECRET);
    return post(
        "slack/" + ChannelAccounts.MAIN,
        body,
        Map.of(
            "X-Slack-Request-Timestamp",
            time,
            "X-Slack-Signature",
            "v0=" + HexFormat.of().formatHex(sign(key, "v0:" + time + ":" + body))));
  }

  /** Of Telegram: the secret token itself. */
  public static Request telegram(String body) {
    return post(
        "telegram/" + ChannelAccounts.TELEGRAM,
        body,
        Map.of("X-Telegram-Bot-Api-Secret-Token", ChannelAccounts.TELEGRAM_SECRET));
  }

  /** Of Whapi: the header that was agreed. */
  public static Request whapi(String body) {
    return post(
        "whapi/" + ChannelAccounts.WHAPI,
        body,
        Map.of("X-Whapi-Secret", ChannelAccounts.WHAPI_SECRET));
  }

  /** Of Meta: a signature over the body. */
  public static Request meta(String body) {
    byte[] signature = sign(utf8(ChannelAccounts.META_SECRET), body);
    return post(
        "meta/" + ChannelAccounts.MAIN,
        body,
        Map.of("X-Hub-Signature-256", "sha256=" + HexFormat.of().formatHex(signature)));
  }

  /** By Standard Webhooks: a signature over the id, the time and the body. */
  public static Request generic(String id, String body) {
    String time = Long.toString(Instant.now().getEpochSecond());
    byte[] key =
        Base64.getDecoder().decode(ChannelAccounts.GENERIC_SECRET.substring("whsec_".length()));
    byte[] signature = sign(key, id + "." + time + "." + body);
    return post(
        "generic/" + ChannelAccounts.GENERIC,
        body,
        Map.of(
            "webhook-id",
            id,
            "webhook-timestamp",
            time,
            "webhook-signature",
            "v1," + Base64.getEncoder().encodeToString(signature)));
  }

  /** Of Teams: a token of the Bot Framework. */
  public static Request teams(String account, String token, String body) {
    return post("teams/" + account, body, Map.of("Authorization", "Bearer " + token));
  }

  private static Request post(String path, String body, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(
        "Content-Type",
        body.stripLeading().startsWith("{")
            ? "application/json"
            : "application/x-www-form-urlencoded");
    return Request.post("/v1/channels/" + path, all, body);
  }

  private static byte[] sign(byte[] key, String signed) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac.doFinal(utf8(signed));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
