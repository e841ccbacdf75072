package io.tributary.e2e.tenants;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.harness.store.PlainJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.avro.generic.GenericRecord;

/** What the raw bytes of a webhook's fact say, read here on our own. */
final class RawMessages {

  private RawMessages() {}

  /** The text of a fact of Slack. */
  static String slackText(GenericRecord fact) {
    return tree(fact).at("/event/text").asText();
  }

  /** The text of a fact of Slack, Telegram (no command) or the normalized form. */
  static String text(GenericRecord fact) {
    String provider = fact.get("provider").toString();
    return switch (provider) {
      case "slack" -> slackText(fact);
      case "telegram" -> tree(fact).at("/message/text").asText();
      case "generic" -> tree(fact).at("/text").asText();
      default -> throw new AssertionError("no traffic of " + provider);
    };
  }

  private static JsonNode tree(GenericRecord fact) {
    ByteBuffer raw = ((ByteBuffer) fact.get("raw")).duplicate();
    return PlainJson.tree(StandardCharsets.UTF_8.decode(raw).toString());
  }
}
