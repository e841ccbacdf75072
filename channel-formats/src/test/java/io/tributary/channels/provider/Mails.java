package io.tributary.channels.provider;

import io.tributary.channels.MalformedEvent;
import io.tributary.channels.ProviderBatch;
import io.tributary.channels.ProviderMessage;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes mails as their providers bring them, and reads them. */
final class Mails {

  static final long LARGEST = 1 << 20;
  static final String FORM = "multipart/form-data; boundary=xYzZY";

  /** A small mail as it is on the wire. */
  static final String MIME =
      """
      From: Alex Doe <Alex.Doe@example.com>
      To: replies@company.example
      Subject: Re: your application
      Message-ID: <ABC-1@example.com>
      In-Reply-To: <out-2@company.example>
      References: <out-1@company.example> <out-2@company.example>
      Date: Thu, 1 Jan 2026 00:00:00 +0000 (UTC)

      Yes
      """;

  private static final String ENVELOPE =
      "{\"to\":[\"Replies@Company.example\"],\"from\":\"bounce@example.com\"}";

  private Mails() {}

  /** A form's body; a name with {@code ;} in it brings what else stands behind the name. */
  static byte[] form(Map<String, byte[]> parts) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    parts.forEach(
        (name, content) -> {
          String[] rest = name.split(";", 2);
          String head =
              "--xYzZY\r\nContent-Disposition: form-data; name=\"%s\"%s\r\n\r\n"
                  .formatted(rest[0], rest.length == 1 ? "" : ";" + rest[1]);
          body.writeBytes(bytes(head));
          body.writeBytes(content);
          body.writeBytes(bytes("\r\n"));
        });
    body.writeBytes(bytes("--xYzZY--\r\n"));
    return body.toByteArray();
  }

  /** Fields as texts, name and value by turns, with an envelope before them. */
  static Map<String, byte[]> fields(String... pairs) {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    fields.put("envelope", bytes(ENVELOPE));
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put(pairs[i], bytes(pairs[i + 1]));
    }
    return fields;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** What SendGrid's form tells. */
  static ProviderBatch sendgrid(Map<String, byte[]> fields) {
    return new SendgridProvider().read("main", FORM, form(fields), LARGEST);
  }

  /** The one mail of SendGrid's fields. */
  static ProviderMessage parsed(String... pairs) {
    return one(sendgrid(fields(pairs)));
  }

  /** The mail of SendGrid's raw mode. */
  static ProviderMessage raw(byte[] mime) {
    Map<String, byte[]> fields = fields();
    fields.put("email", mime);
    return one(sendgrid(fields));
  }

  static ProviderMessage one(ProviderBatch batch) {
    if (batch.messages().size() != 1 || !batch.malformed().isEmpty()) {
      throw new AssertionError("not one mail alone: " + batch);
    }
    return batch.messages().get(0);
  }

  static MalformedEvent malformed(ProviderBatch batch) {
    if (batch.malformed().size() != 1 || !batch.messages().isEmpty()) {
      throw new AssertionError("not one malformed mail alone: " + batch);
    }
    return batch.malformed().get(0);
  }

  /** What SNS brings of SES. */
  static String sns(String message) {
    return "{\"Type\":\"Notification\",\"MessageId\":\"22b80b92\",\"TopicArn\":\"arn\",\"Message\":"
        + quoted(message)
        + "}";
  }

  /** What SES tells of a mail; {@code %s} of the template are the action and the content. */
  static String received(String action, String content) {
    return """
        {"notificationType":"Received","mail":{"timestamp":"2026-01-01T00:00:00.000Z",\
        "source":"alex.doe@example.com","messageId":"d6iitobk75ur44p8kdnnp7g2n800",\
        "destination":["replies@company.example"],"headers":[\
        {"name":"From","value":"Alex Doe <alex.doe@example.com>"},\
        {"name":"Subject","value":"Re: your application"},\
        {"name":"Message-ID","value":"<ABC-1@example.com>"}]},\
        "receipt":{"recipients":["Replies@company.example"],"spamVerdict":{"status":"PASS"},\
        "virusVerdict":{"status":"PASS"},"spfVerdict":{"status":"FAIL"},\
        "dkimVerdict":{"status":"GRAY"},"dmarcVerdict":{"status":"PASS"},"action":%s}%s}"""
        .formatted(action, content.isEmpty() ? "" : ",\"content\":" + quoted(content));
  }

  static ProviderBatch ses(String body) {
    return new SesProvider().read("main", "text/plain; charset=UTF-8", bytes(body), LARGEST);
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n")
        + '"';
  }
}
