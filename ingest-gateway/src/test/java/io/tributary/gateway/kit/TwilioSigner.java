package io.tributary.gateway.kit;

import io.tributary.schemas.key.KeyedHash;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** Signs what Twilio posts to {@code https://ingest.example.com}. */
public final class TwilioSigner {

  /** The account that its forms are of. */
  public static final String ACCOUNT_SID = "AC00000000000000000000000000000001";

  private static final String TOKEN = "test_auth_token_0001";
  private static final String PUBLIC_URL = "https://ingest.example.com";

  private TwilioSigner() {}

  /** An account that its signatures hold for. */
  public static String account(String provider, String name) {
    return "{\"provider\":\"%s\",\"account\":\"%s\",\"secrets\":[\"%s\"],\"public_url\":\"%s\",\"account_sid\":\"%s\"}"
        .formatted(provider, name, TOKEN, PUBLIC_URL, ACCOUNT_SID);
  }

  /** The headers of a form that comes to {@code /v1/channels/} and that. */
  public static String[] form(String target, String body) {
    return new String[] {
      "content-type",
      "application/x-www-form-urlencoded; charset=UTF-8",
      "X-Twilio-Signature",
      signature(target, fields(body))
    };
  }

  /** The headers of a JSON body that comes there; the target must have its hash. */
  public static String[] json(String target) {
    return new String[] {
      "content-type", "application/json", "X-Twilio-Signature", signature(target, Map.of())
    };
  }

  /** A body's hash, as a target must have it. */
  public static String hash(String body) throws Exception {
    return "bodySHA256="
        + HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256").digest(body.getBytes(StandardCharsets.UTF_8)));
  }

  /** Each field of a form by its name. */
  private static Map<String, String> fields(String body) {
    Map<String, String> fields = new TreeMap<>();
    for (String field : body.split("&", -1)) {
      String[] parts = field.split("=", 2);
      fields.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return fields;
  }

  private static String signature(String target, Map<String, String> fields) {
    StringBuilder text = new StringBuilder(PUBLIC_URL + "/v1/channels/" + target);
    fields.forEach((name, value) -> text.append(name).append(value));
    return Base64.getEncoder()
        .encodeToString(
            KeyedHash.sha1(
                TOKEN.getBytes(StandardCharsets.UTF_8),
                text.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
