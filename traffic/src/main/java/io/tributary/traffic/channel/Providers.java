package io.tributary.traffic.channel;

import io.tributary.traffic.Credentials;
import io.tributary.traffic.Request;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Requests of channel providers, signed at the clock's time by the secrets of their accounts, and
 * sent again after a 5xx or no answer. Accounts are named as in their paths.
 */
public final class Providers {

  /** Providers of which each request can be signed here; others need a server of theirs. */
  public static final List<String> KNOWN =
      List.of(
          "slack",
          "telegram",
          "whapi",
          "meta",
          "generic",
          "twilio-whatsapp",
          "twilio-sms",
          "sendgrid");

  private static final int ATTEMPTS = 60;
  private static final String SHA256 = "HmacSHA256";
  private static final String STANDARD_WEBHOOKS = "whsec_";
  private static final String BOUNDARY = "xYzZY";
  private static final Map<String, String> PROOFS =
      Map.of(
          "slack", "X-Slack-Signature",
          "telegram", "X-Telegram-Bot-Api-Secret-Token",
          "whapi", "X-Whapi-Secret",
          "meta", "X-Hub-Signature-256",
          "generic", "webhook-signature",
          "twilio-whatsapp", "X-Twilio-Signature",
          "twilio-sms", "X-Twilio-Signature",
          "sendgrid", "X-Twilio-Email-Event-Webhook-Signature");

  private final Credentials credentials;
  private final InstantSource clock;
  private @Nullable PrivateKey mailKey;

  public Providers(Credentials credentials, InstantSource clock) {
    this.credentials = credentials;
    this.clock = clock;
  }

  /** Names of the provider's accounts, in their order. */
  public List<String> accounts(String provider) {
    return credentials.accounts().keySet().stream()
        .filter(name -> name.startsWith(provider + '/'))
        .map(name -> name.substring(provider.length() + 1))
        .sorted()
        .toList();
  }

  /** Request of Slack, Telegram, Whapi or Meta with a JSON body. */
  public Request json(String provider, String account, String body) {
    String secret = secret(provider, account);
    Map<String, String> headers = new TreeMap<>();
    String proof = proof(provider);
    switch (provider) {
      case "slack" -> {
        String time = now();
        headers.put("X-Slack-Request-Timestamp", time);
        headers.put(proof, "v0=" + hex(secret, "v0:" + time + ':' + body));
      }
      case "meta" -> headers.put(proof, "sha256=" + hex(secret, body));
      case "telegram", "whapi" -> headers.put(proof, secret);
      default -> throw new IllegalArgumentException(provider + " sends other bodies");
    }
    return json(provider, account, headers, body);
  }

  /** Request by Standard Webhooks: a signature over its id, the time and the body. */
  public Request generic(String account, String id, String body) {
    String time = now();
    byte[] key =
        Base64.getDecoder()
            .decode(secret("generic", account).substring(STANDARD_WEBHOOKS.length()));
    byte[] signature = Keys.hmac(SHA256, key, id + '.' + time + '.' + body);
    Map<String, String> headers = new TreeMap<>();
    headers.put("webhook-id", id);
    headers.put("webhook-timestamp", time);
    headers.put(proof("generic"), "v1," + Base64.getEncoder().encodeToString(signature));
    return json("generic", account, headers, body);
  }

  /**
   * Request of Twilio: a form, signed with its URL.
   *
   * @param provider {@code twilio-whatsapp} or {@code twilio-sms}
   */
  public Request twilio(String provider, String account, Map<String, String> fields) {
    String path = path(provider, account);
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8");
    headers.put(
        proof(provider),
        twilioSignature(secret(provider, account), credentials.publicUrl() + path, fields));
    return new Request("POST", path, headers, form(fields), ATTEMPTS);
  }

  /** Twilio's signature over a URL and the fields of a form in the order of their names. */
  static String twilioSignature(String token, String url, Map<String, String> fields) {
    StringBuilder signed = new StringBuilder(url);
    new TreeMap<>(fields).forEach((name, value) -> signed.append(name).append(value));
    return Base64.getEncoder()
        .encodeToString(Keys.hmac("HmacSHA1", Keys.utf8(token), signed.toString()));
  }

  /** The fields as a body. */
  public static String form(Map<String, String> fields) {
    StringBuilder body = new StringBuilder();
    fields.forEach(
        (name, value) ->
            body.append(body.isEmpty() ? "" : "&")
                .append(escaped(name))
                .append('=')
                .append(escaped(value)));
    return body.toString();
  }

  /**
   * Request of SendGrid's Inbound Parse: a form with an ECDSA signature over time and body.
   *
   * @param fields a name with {@code ;} in it brings what else stands behind the name
   */
  public Request sendgrid(String account, Map<String, String> fields) {
    StringBuilder body = new StringBuilder();
    fields.forEach((name, content) -> part(body, name, content));
    body.append("--").append(BOUNDARY).append("--\r\n");
    String time = now();
    byte[] signature = Keys.ecdsa(mailKey(account), time + body);
    Map<String, String> headers = new TreeMap<>();
    headers.put("Content-Type", "multipart/form-data; boundary=" + BOUNDARY);
    headers.put("X-Twilio-Email-Event-Webhook-Timestamp", time);
    headers.put(proof("sendgrid"), Base64.getEncoder().encodeToString(signature));
    return new Request("POST", path("sendgrid", account), headers, body.toString(), ATTEMPTS);
  }

  private static void part(StringBuilder body, String field, String content) {
    int end = field.indexOf(';');
    body.append("--").append(BOUNDARY).append("\r\nContent-Disposition: form-data; name=\"");
    body.append(end < 0 ? field : field.substring(0, end)).append('"');
    body.append(end < 0 ? "" : field.substring(end));
    body.append("\r\n\r\n").append(content).append("\r\n");
  }

  /** The same request with another signature or secret, of a body that no account has signed. */
  public static Request forged(Request request) {
    String provider = request.path().split("/", -1)[3];
    Map<String, String> headers = new LinkedHashMap<>(request.headers());
    headers.computeIfPresent(
        proof(provider),
        (name, value) -> value.substring(0, value.length() / 2) + "AAAA" + value.length());
    return new Request(
        request.method(), request.path(), headers, request.body(), request.attempts());
  }

  private Request json(String provider, String account, Map<String, String> headers, String body) {
    headers.put("Content-Type", "application/json");
    return new Request("POST", path(provider, account), headers, body, ATTEMPTS);
  }

  private static String path(String provider, String account) {
    return "/v1/channels/" + provider + '/' + account;
  }

  private static String proof(String provider) {
    return Objects.requireNonNull(PROOFS.get(provider), provider);
  }

  private String secret(String provider, String account) {
    return Objects.requireNonNull(credentials.accounts().get(provider + '/' + account), account);
  }

  private PrivateKey mailKey(String account) {
    PrivateKey known = mailKey;
    if (known == null) {
      known = Keys.ec(secret("sendgrid", account));
      mailKey = known;
    }
    return known;
  }

  private String now() {
    return Long.toString(clock.instant().getEpochSecond());
  }

  private static String hex(String secret, String text) {
    return HexFormat.of().formatHex(Keys.hmac(SHA256, Keys.utf8(secret), text));
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
