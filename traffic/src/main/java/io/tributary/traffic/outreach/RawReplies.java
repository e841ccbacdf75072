package io.tributary.traffic.outreach;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.avro.outreach.ChannelReply;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Raw bytes of replies without files, read here independently. */
final class RawReplies {

  private static final ObjectMapper JSON = new ObjectMapper();

  private RawReplies() {}

  /**
   * Text of a form of Twilio, or of a mail in its canonical form; empty when the bytes cannot be
   * read.
   */
  static Optional<String> textOf(ChannelReply reply) {
    String raw = StandardCharsets.UTF_8.decode(reply.getRaw().duplicate()).toString();
    if (reply.getProvider().startsWith("twilio")) {
      return Optional.ofNullable(fields(raw).get("Body"));
    }
    try {
      return Optional.ofNullable(JSON.readTree(raw).path("text").textValue()).map(String::strip);
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Fields of a form. */
  static Map<String, String> fields(String form) {
    Map<String, String> fields = new HashMap<>();
    for (String field : form.split("&", -1)) {
      int at = field.indexOf('=');
      if (at > 0) {
        fields.put(decoded(field.substring(0, at)), decoded(field.substring(at + 1)));
      }
    }
    return fields;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
