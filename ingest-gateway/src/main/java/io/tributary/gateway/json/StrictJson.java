package io.tributary.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.answer.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads a body as one JSON object and takes nothing that could be understood in two ways: no broken
 * UTF-8, no duplicate members, no text that UTF-8 cannot carry, nothing after the object. Nesting
 * and numbers are bounded, so that no body of a megabyte costs more than a megabyte should.
 */
public final class StrictJson {

  private static final int DEEPEST = 32;
  private static final int LONGEST_NUMBER = 1000;

  // Without symbol tables: senders choose the names, and could choose them to collide
  private static final JsonFactory PARSERS =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNumberLength(LONGEST_NUMBER)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private StrictJson() {}

  /** The object; an empty body is an empty object. Else {@link InvalidInputException}. */
  public static JsonObject parse(byte[] body) {
    try (JsonParser parser = PARSERS.createParser(decode(body))) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return JsonObject.root(NODES.objectNode());
      }
      if (first != JsonToken.START_OBJECT) {
        throw InvalidInputException.body("must be a JSON object");
      }
      ObjectNode root = object(parser, JsonPath.BODY);
      if (parser.nextToken() != null) {
        throw InvalidInputException.body("must be one JSON object and nothing after it");
      }
      return JsonObject.root(root);
    } catch (StreamConstraintsException e) {
      throw InvalidInputException.body(
          "must be JSON of at most "
              + DEEPEST
              + " levels with numbers of at most "
              + LONGEST_NUMBER
              + " digits");
    } catch (JsonProcessingException e) {
      throw InvalidInputException.body("must be well-formed JSON" + place(e.getLocation()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String decode(byte[] body) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw InvalidInputException.body("must be UTF-8");
    }
  }

  private static String place(JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }

  private static JsonNode value(JsonParser parser, JsonPath path) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser, path);
      case START_ARRAY -> array(parser, path);
      case VALUE_STRING -> NODES.textNode(wellFormed(parser.getText(), path));
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> decimal(parser, path);
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private static ObjectNode object(JsonParser parser, JsonPath path) throws IOException {
    ObjectNode node = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = wellFormed(parser.currentName(), path);
      JsonPath member = path.member(name);
      parser.nextToken();
      if (node.has(name)) {
        throw InvalidInputException.of(ErrorCode.INVALID_FORMAT, member, "must not be given twice");
      }
      node.set(name, value(parser, member));
    }
    return node;
  }

  private static ArrayNode array(JsonParser parser, JsonPath path) throws IOException {
    ArrayNode node = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      node.add(value(parser, path.element(node.size())));
    }
    return node;
  }

  private static JsonNode decimal(JsonParser parser, JsonPath path) throws IOException {
    try {
      return NODES.numberNode(parser.getDecimalValue());
    } catch (NumberFormatException e) {
      // An exponent beyond what a BigDecimal can have; the parser lets this one through
      throw InvalidInputException.of(ErrorCode.INVALID_VALUE, path, StorableNumber.RULE);
    }
  }

  private static JsonNode integer(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT, LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  /** Refuses half a surrogate pair, which an escape can write and UTF-8 cannot carry. */
  private static String wellFormed(String text, JsonPath path) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw InvalidInputException.of(
          ErrorCode.INVALID_FORMAT, path, "must not hold half a character");
    }
    return text;
  }
}
