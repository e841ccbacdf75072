package io.tributary.e2e.outreach;

import static io.tributary.harness.store.Fields.text;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.store.PlainJson;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.avro.generic.GenericRecord;

/** What the raw bytes of a reply's fact say, read here on our own; of messages without files. */
final class RawReplies {

  private RawReplies() {}

  /** The text of a form of Twilio, or of a mail in its canonical form. */
  static String textOf(GenericRecord reply) {
    String raw = rawOf(reply);
    if (text(reply, "provider").startsWith("twilio")) {
      return Objects.requireNonNull(fields(raw).get("Body"));
    }
    JsonNode mail = PlainJson.tree(raw);
    return mail.path("text").asText().strip();
  }

  /** Fields of a form. */
  static Map<String, String> fields(String form) {
    return Arrays.stream(form.split("&", -1))
        .map(field -> field.split("=", 2))
        .collect(Collectors.toMap(field -> decoded(field[0]), field -> decoded(field[1])));
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** The bytes as text. */
  static String rawOf(GenericRecord reply) {
    ByteBuffer raw = (ByteBuffer) Objects.requireNonNull(reply.get("raw"));
    return StandardCharsets.UTF_8.decode(raw.duplicate()).toString();
  }
}
