package io.tributary.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.item.DynamoNumber;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.ForeignJson;
import io.tributary.schemas.json.Utf8;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;

/**
 * Reads a body as one JSON object, unambiguously: valid UTF-8, no duplicate members, no lone
 * surrogates, nothing after the object. Nesting and numbers are bounded.
 */
public final class StrictJson {

  /** Deeper values nest too deep for DynamoDB. */
  private static final int DEEPEST = 32;

  private static final int LONGEST_NUMBER = 1000;

  private static final JsonFactory PARSERS =
      ForeignJson.parsers(
          limits -> limits.maxNestingDepth(DEEPEST).maxNumberLength(LONGEST_NUMBER));
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private StrictJson() {}

  /** Parses an object; an empty body is an empty object. */
  public static JsonObject parse(byte[] body) {
    try (JsonParser parser = PARSERS.createParser(decode(body))) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return JsonObject.root(NODES.objectNode());
      }
      if (first != JsonToken.START_OBJECT) {
        throw InvalidInputException.body("must be a JSON object");
      }
      ObjectNode root = object(parser);
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
    return Utf8.decode(body)
        .map(Utf8::unmarked)
        .orElseThrow(() -> InvalidInputException.body("must be UTF-8"));
  }

  private static String place(JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }

  private static JsonNode value(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.textNode(text(parser));
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> decimal(parser);
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private static ObjectNode object(JsonParser parser) throws IOException {
    ObjectNode node = NODES.objectNode();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (!Utf8.canEncode(name)) {
        throw halfACharacter(parser.getParsingContext().getParent());
      }
      parser.nextToken();
      if (node.replace(name, value(parser)) != null) {
        throw violation(ErrorCode.INVALID_FORMAT, parser, "must not be given twice");
      }
    }
    return node;
  }

  private static ArrayNode array(JsonParser parser) throws IOException {
    ArrayNode node = NODES.arrayNode();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      node.add(value(parser));
    }
    return node;
  }

  private static String text(JsonParser parser) throws IOException {
    String text = parser.getText();
    if (!Utf8.canEncode(text)) {
      throw halfACharacter(parser.getParsingContext());
    }
    return text;
  }

  private static JsonNode decimal(JsonParser parser) throws IOException {
    try {
      BigDecimal number = parser.getDecimalValue();
      // A zero may have an exponent too large to write out
      return NODES.numberNode(number.signum() == 0 ? BigDecimal.ZERO : number);
    } catch (NumberFormatException e) {
      // An exponent beyond what a BigDecimal can have; the parser lets this one through
      throw violation(ErrorCode.INVALID_VALUE, parser, DynamoNumber.RULE);
    }
  }

  private static JsonNode integer(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT, LONG -> NODES.numberNode(parser.getLongValue());
      default -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }

  private static InvalidInputException halfACharacter(JsonStreamContext place) {
    return InvalidInputException.of(
        ErrorCode.INVALID_FORMAT, FieldPath.of(place), "must not hold half a character");
  }

  private static InvalidInputException violation(ErrorCode code, JsonParser parser, String rule) {
    return InvalidInputException.of(code, FieldPath.of(parser.getParsingContext()), rule);
  }
}
