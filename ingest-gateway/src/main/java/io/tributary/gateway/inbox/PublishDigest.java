package io.tributary.gateway.inbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tributary.schemas.key.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * SHA-256 of a publish, independent of the order of members and uids, white space and notation of
 * numbers. Each part is preceded by kind and size, so that different publishes never coincide.
 */
final class PublishDigest {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private final MessageDigest digest = Sha256.begin();

  private PublishDigest() {}

  static String of(IncomingPublish publish) {
    PublishDigest digest = new PublishDigest();
    digest.text(publish.audience().name());
    digest.text(publish.label());
    digest.begin('L', publish.uids().size());
    publish.uids().stream().sorted().forEach(digest::text);
    digest.optional(publish.hostSystemId());
    digest.optional(publish.sender());
    digest.optional(publish.category());
    digest.text(publish.title());
    digest.value(parse(publish.body().text()));
    digest.optional(publish.ctaUri());
    return HexFormat.of().formatHex(digest.digest.digest());
  }

  private void begin(char kind, int size) {
    digest.update(
        ByteBuffer.allocate(Character.BYTES + Integer.BYTES).putChar(kind).putInt(size).flip());
  }

  private void text(String text) {
    bytes('S', text);
  }

  private void optional(Optional<String> text) {
    text.ifPresentOrElse(this::text, () -> begin('-', 0));
  }

  private void bytes(char kind, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    begin(kind, bytes.length);
    digest.update(bytes);
  }

  /** Recursive: bodies are bounded in depth. */
  private void value(JsonNode node) {
    switch (node.getNodeType()) {
      case STRING -> text(node.textValue());
      case NUMBER -> bytes('N', node.decimalValue().stripTrailingZeros().toString());
      case ARRAY -> {
        begin('L', node.size());
        node.forEach(this::value);
      }
      case OBJECT -> members(node);
      default -> bytes('C', node.asText());
    }
  }

  private void members(JsonNode object) {
    Map<String, JsonNode> sorted = new TreeMap<>();
    object.properties().forEach(member -> sorted.put(member.getKey(), member.getValue()));
    begin('M', sorted.size());
    sorted.forEach(
        (name, value) -> {
          text(name);
          value(value);
        });
  }

  private static JsonNode parse(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was read cannot be read again", e);
    }
  }
}
