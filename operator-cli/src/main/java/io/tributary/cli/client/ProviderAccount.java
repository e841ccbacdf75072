package io.tributary.cli.client;

import io.tributary.runtime.config.Secret;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An account at a channel provider, seen by the provider: it signs what it sends.
 *
 * @param account its name, the last part of the path
 * @param publicUrl where Twilio thinks that the gateway is; it signs that
 * @param accountSid whose messages Twilio brings
 */
public record ProviderAccount(
    String provider,
    String account,
    Secret secret,
    Optional<String> publicUrl,
    Optional<String> accountSid) {

  /** A bot of Telegram, which is named by the hash of its token. */
  public static final String TELEGRAM = "telegram";

  public static final String SLACK = "slack";

  public static final String META = "meta";

  public static final String TWILIO_WHATSAPP = "twilio-whatsapp";

  /** Providers that can be spoken for by whoever has the account's secret. */
  public static final Set<String> KNOWN = Set.of(TELEGRAM, SLACK, META, TWILIO_WHATSAPP);

  /** An account that needs no more than a secret. */
  public static ProviderAccount of(String provider, String account, String secret) {
    return new ProviderAccount(
        provider, account, new Secret(secret), Optional.empty(), Optional.empty());
  }

  /**
   * A request with a JSON body, whose bytes count.
   *
   * @param now stands in signatures that grow old
   */
  public Call signed(Instant now, String body) {
    return switch (provider) {
      case SLACK -> {
        String time = Long.toString(now.getEpochSecond());
        String signature = "v0=" + hex("v0:" + time + ':' + body);
        yield call(
            new Credential("X-Slack-Signature", signature),
            Map.of("X-Slack-Request-Timestamp", time),
            body);
      }
      case TELEGRAM ->
          call(new Credential("X-Telegram-Bot-Api-Secret-Token", secret.reveal()), Map.of(), body);
      case META ->
          call(new Credential("X-Hub-Signature-256", "sha256=" + hex(body)), Map.of(), body);
      default -> throw new IllegalArgumentException(provider + " sends no JSON");
    };
  }

  public Call signed(SortedMap<String, String> form) {
    String signed =
        publicUrl.orElse("")
            + path()
            + form.entrySet().stream()
                .map(field -> field.getKey() + field.getValue())
                .collect(Collectors.joining());
    String body =
        form.entrySet().stream()
            .map(field -> field.getKey() + '=' + encoded(field.getValue()))
            .collect(Collectors.joining("&"));
    String signature = Base64.getEncoder().encodeToString(hmac("HmacSHA1", signed));
    return call(
        new Credential("X-Twilio-Signature", signature),
        Map.of("Content-Type", "application/x-www-form-urlencoded"),
        body);
  }

  private Call call(Credential proof, Map<String, String> headers, String body) {
    return new Call("POST", path(), proof, headers, body);
  }

  private String path() {
    return "/v1/channels/" + provider + '/' + account;
  }

  private String hex(String text) {
    return HexFormat.of().formatHex(hmac("HmacSHA256", text));
  }

  private byte[] hmac(String algorithm, String text) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), algorithm));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
