package io.tributary.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Reads whole tables as plain JSON. */
final class TableReader {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final DynamoDbClient client;

  TableReader(DynamoDbClient client) {
    this.client = client;
  }

  /** Every item of the table of that full name. */
  List<ObjectNode> items(String table) {
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream()
        .map(TableReader::object)
        .toList();
  }

  private static ObjectNode object(Map<String, AttributeValue> attributes) {
    ObjectNode object = NODES.objectNode();
    attributes.forEach((name, value) -> object.set(name, node(value)));
    return object;
  }

  private static JsonNode node(AttributeValue value) {
    return switch (value.type()) {
      case S -> NODES.textNode(value.s());
      case N -> NODES.numberNode(new BigDecimal(value.n()));
      case BOOL -> NODES.booleanNode(value.bool());
      case NUL -> NODES.nullNode();
      case M -> object(value.m());
      case L -> NODES.arrayNode().addAll(value.l().stream().map(TableReader::node).toList());
      case SS -> NODES.arrayNode().addAll(value.ss().stream().map(NODES::textNode).toList());
      case NS ->
          NODES
              .arrayNode()
              .addAll(value.ns().stream().map(n -> NODES.numberNode(new BigDecimal(n))).toList());
      case B -> NODES.textNode(Base64.getEncoder().encodeToString(value.b().asByteArray()));
      case BS, UNKNOWN_TO_SDK_VERSION ->
          throw new DemoFailedException("no item has an attribute of type " + value.type());
    };
  }
}
