package io.tributary.operations.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.operations.OperationException;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * An account at a channel provider, which signs its requests.
 *
 * @param entry of a gateway's file of accounts
 */
public record ProviderAccount(JsonNode entry) {

  public static final String SLACK = "slack";
  public static final String META = "meta";
  public static final String TWILIO_WHATSAPP = "twilio-whatsapp";

  /** Providers whose requests are signed with an account's secret. */
  public static final Set<String> SIGNING =
      Set.of(SLACK, META, TWILIO_WHATSAPP, "twilio-sms", "telegram", "whapi", "generic");

  /** Accounts of a gateway's file that have a secret. */
  public static List<ProviderAccount> all(Path file) {
    try {
      JsonNode accounts = new ObjectMapper().readTree(Files.readAllBytes(file)).path("accounts");
      return StreamSupport.stream(accounts.spliterator(), false)
          .filter(entry -> !entry.path("secrets").path(0).asText().isBlank())
          .map(ProviderAccount::new)
          .toList();
    } catch (IOException e) {
      throw OperationException.invalid("--secrets-file " + file + " cannot be read as JSON");
    }
  }

  public String provider() {
    return text("provider");
  }

  /** A member of the entry; empty without it. */
  public String text(String member) {
    return entry.path(member).asText();
  }

  public boolean canSign() {
    return SIGNING.contains(provider());
  }

  /** A signed request, whose members are the form's fields where the provider sends forms. */
  public Call signed(Instant now, JsonNode body) {
    if (!provider().startsWith("twilio-")) {
      return signed(now, JsonTemplate.text(body));
    }
    TreeMap<String, String> form = new TreeMap<>();
    body.properties().forEach(field -> form.put(field.getKey(), field.getValue().asText()));
    return signed(form);
  }

  /**
   * A signed request with a JSON body.
   *
   * @param now time of the signature
   */
  public Call signed(Instant now, String body) {
    Call call = new Call("POST", path(), Map.of(), body);
    String time = Long.toString(now.getEpochSecond());
    return switch (provider()) {
      case SLACK ->
          call.with("X-Slack-Signature", "v0=" + hex("v0:" + time + ':' + body))
              .with("X-Slack-Request-Timestamp", time);
      case "telegram" -> call.with("X-Telegram-Bot-Api-Secret-Token", secret());
      case META -> call.with("X-Hub-Signature-256", "sha256=" + hex(body));
      case "whapi" -> call.with("X-Whapi-Secret", secret());
      case "generic" -> standardWebhook(call, time);
      default -> throw new IllegalStateException(provider() + " signs forms");
    };
  }

  /** A form signed by Twilio. */
  public Call signed(SortedMap<String, String> form) {
    StringBuilder signed = new StringBuilder(text("public_url")).append(path());
    form.forEach((name, value) -> signed.append(name).append(value));
    String body =
        form.entrySet().stream()
            .map(
                field ->
                    field.getKey()
                        + '='
                        + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    return new Call("POST", path(), Map.of(), body)
        .with(
            "X-Twilio-Signature",
            Base64.getEncoder().encodeToString(hmac("HmacSHA1", signed.toString())))
        .with("Content-Type", "application/x-www-form-urlencoded");
  }

  /** A body's id is made of it, so that a repeat keeps it. */
  private Call standardWebhook(Call call, String time) {
    String id = UUID.nameUUIDFromBytes(call.body().getBytes(StandardCharsets.UTF_8)).toString();
    byte[] key = Base64.getDecoder().decode(secret().replaceFirst("^whsec_", ""));
    byte[] signature = hmac("HmacSHA256", key, id + '.' + time + '.' + call.body());
    return call.with("webhook-id", id)
        .with("webhook-timestamp", time)
        .with("webhook-signature", "v1," + Base64.getEncoder().encodeToString(signature));
  }

  private String path() {
    return "/v1/channels/" + provider() + '/' + text("account");
  }

  private String secret() {
    return entry.path("secrets").path(0).asText();
  }

  private String hex(String text) {
    return HexFormat.of().formatHex(hmac("HmacSHA256", text));
  }

  private byte[] hmac(String algorithm, String text) {
    return hmac(algorithm, secret().getBytes(StandardCharsets.UTF_8), text);
  }

  private static byte[] hmac(String algorithm, byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key, algorithm));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String toString() {
    return path();
  }
}
