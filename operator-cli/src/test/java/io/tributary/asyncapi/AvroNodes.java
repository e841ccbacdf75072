package io.tributary.asyncapi;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.avro.Schema;

/** Avro schemas as documents, without the properties that only generated Java classes need. */
final class AvroNodes {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STRING_CLASS = "avro.java.string";

  private AvroNodes() {}

  /** The whole schema; each named type is spelled out where it comes first. */
  static JsonNode of(Schema schema) {
    try {
      return plain(JSON.readTree(schema.toString()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode plain(JsonNode node) {
    if (node instanceof ArrayNode items) {
      ArrayNode array = JSON.createArrayNode();
      items.forEach(item -> array.add(plain(item)));
      return array;
    }
    if (!(node instanceof ObjectNode object)) {
      return node;
    }
    if (object.has(STRING_CLASS) && !object.has("values")) {
      return object.get("type");
    }
    ObjectNode copy = JSON.createObjectNode();
    object
        .properties()
        .forEach(
            member -> {
              if (!member.getKey().equals(STRING_CLASS)) {
                copy.set(member.getKey(), plain(member.getValue()));
              }
            });
    return copy;
  }
}
