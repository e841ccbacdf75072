package io.tributary.gateway.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.gateway.answer.ErrorCode;
import io.tributary.schemas.item.DynamoNumber;
import io.tributary.schemas.json.FieldPath;
import io.tributary.schemas.json.StrictJson;
import io.tributary.schemas.json.Utf8;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a body as one JSON object: valid UTF-8, no lone surrogates. */
public final class JsonBody extends StrictJson<JsonNode> {

  /** Deeper values nest too deep for DynamoDB. */
  private static final int DEEPEST = 32;

  private static final String WHITE_SPACE = " \t\r\n";
  private static final JsonFactory PARSERS = parsers(DEEPEST);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private JsonBody() {
    super(PARSERS, false, Integer.MAX_VALUE);
  }

  /** Parses an object; an empty body is an empty object. */
  public static RequestObject parse(byte[] body) {
    String text =
        Utf8.decode(body)
            .map(Utf8::unmarked)
            .orElseThrow(() -> InvalidInputException.body("must be UTF-8"));
    return RequestObject.root(
        text.chars().allMatch(c -> WHITE_SPACE.indexOf(c) >= 0)
            ? NODES.objectNode()
            : (ObjectNode) new JsonBody().read(text));
  }

  @Override
  protected String name(JsonParser parser) throws IOException {
    return whole(parser.currentName(), parser);
  }

  @Override
  protected JsonNode object(
      Map<String, JsonNode> members, FieldPath place, int start, JsonParser parser) {
    return new ObjectNode(NODES, members);
  }

  @Override
  protected JsonNode array(List<JsonNode> items, FieldPath place, int start, JsonParser parser) {
    return new ArrayNode(NODES, items);
  }

  @Override
  protected JsonNode scalar(JsonParser parser, int start) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_STRING -> NODES.textNode(whole(parser.getText(), parser));
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> decimal(parser);
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      default -> NODES.nullNode();
    };
  }

  private static JsonNode decimal(JsonParser at) throws IOException {
    try {
      BigDecimal number = at.getDecimalValue();
      // A zero may have an exponent too large to write out
      return NODES.numberNode(number.signum() == 0 ? BigDecimal.ZERO : number);
    } catch (NumberFormatException e) {
      // An exponent beyond a BigDecimal's; the parser lets this one through
      throw InvalidInputException.of(
          ErrorCode.INVALID_VALUE, FieldPath.of(at.getParsingContext()), DynamoNumber.RULE);
    }
  }

  private static JsonNode integer(JsonParser at) throws IOException {
    return switch (at.getNumberType()) {
      case INT, LONG -> NODES.numberNode(at.getLongValue());
      default -> NODES.numberNode(at.getBigIntegerValue());
    };
  }

  @Override
  protected InvalidInputException broken(FieldPath place, String rule) {
    return InvalidInputException.of(ErrorCode.INVALID_FORMAT, place, rule);
  }

  @Override
  protected String at(@Nullable JsonLocation place) {
    return place == null
        ? ""
        : " (line " + place.getLineNr() + ", column " + place.getColumnNr() + ")";
  }
}
