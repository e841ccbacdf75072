package io.tributary.harness.channel;

import com.twilio.security.RequestValidator;
import io.tributary.harness.http.Request;
import io.tributary.harness.pipeline.ChannelAccounts;
import java.lang.reflect.Method;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Requests of Twilio and SendGrid for the accounts that every pipeline of the tests has, signed
 * now, and sent again after a 5xx or no answer.
 */
public final class SignedReplies {

  private static final String BOUNDARY = "xYzZY";

  private SignedReplies() {}

  /**
   * Of Twilio: its signature over the URL and the fields.
   *
   * @param provider {@code twilio-whatsapp} or {@code twilio-sms}
   */
  public static Request twilio(String provider, Map<String, String> fields) {
    String path = "/v1/channels/" + provider + "/" + ChannelAccounts.MAIN;
    return Request.post(
        path,
        Map.of(
            "Content-Type",
            "application/x-www-form-urlencoded; charset=UTF-8",
            "X-Twilio-Signature",
            signature(ChannelAccounts.TWILIO_TOKEN, ChannelAccounts.PUBLIC_URL + path, fields)),
        form(fields));
  }

  /** The fields as a body. */
  public static String form(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> escaped(field.getKey()) + "=" + escaped(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** By Twilio's own library, which lets others verify and keeps to itself how it signs. */
  static String signature(String token, String url, Map<String, String> fields) {
    try {
      Method sign =
          RequestValidator.class.getDeclaredMethod(
              "getValidationSignature", String.class, Map.class);
      sign.setAccessible(true);
      return String.valueOf(sign.invoke(new RequestValidator(token), url, fields));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Of SendGrid's Inbound Parse: a form, with its ECDSA signature over the time and the body.
   *
   * @param fields a name with {@code ;} in it brings what else stands behind the name
   */
  public static Request sendgrid(Map<String, String> fields) {
    String body =
        fields.entrySet().stream()
            .map(field -> part(field.getKey().split(";", 2), field.getValue()))
            .collect(Collectors.joining("", "", "--" + BOUNDARY + "--\r\n"));
    return Request.post(
        "/v1/channels/sendgrid/" + ChannelAccounts.MAIN, sendgridHeaders(body), body);
  }

  private static String part(String[] name, String content) {
    return "--%s\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n%s\r\n"
        .formatted(BOUNDARY, name[0], name.length == 1 ? "" : ";" + name[1], content);
  }

  private static Map<String, String> sendgridHeaders(String body) {
    String time = Long.toString(Instant.now().getEpochSecond());
    try {
      Signature signature = Signature.getInstance("SHA256withECDSA");
      signature.initSign(ChannelAccounts.SENDGRID_KEYS.getPrivate());
      signature.update(utf8(time));
      signature.update(utf8(body));
      return Map.of(
          "Content-Type",
          "multipart/form-data; boundary=" + BOUNDARY,
          "X-Twilio-Email-Event-Webhook-Timestamp",
          time,
          "X-Twilio-Email-Event-Webhook-Signature",
          Base64.getEncoder().encodeToString(signature.sign()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
