package io.tributary.operations.tables;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Reads tables as plain JSON, attributes in alphabetical order. */
public record TableReader(DynamoDbClient client) {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final int TRIES = 5;
  private static final long PAUSE_MILLIS = 200;

  public List<ObjectNode> items(String table) {
    return all(table).stream().map(TableReader::object).toList();
  }

  /**
   * Visits the items of a table.
   *
   * @param table full name
   * @param key name of the partition key, a text
   * @param value partition; all if empty
   */
  public void read(
      String table, String key, Optional<String> value, Consumer<ObjectNode> consumer) {
    (value.isEmpty() ? all(table) : partition(table, key, value.get()))
        .forEach(item -> consumer.accept(object(item)));
  }

  /**
   * Items of a partition. Repeats a failed request, {@value #TRIES} times in all.
   *
   * @param table full name
   * @param key name of the partition key, a text
   */
  public List<ObjectNode> items(String table, String key, String value)
      throws InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        return partition(table, key, value).stream().map(TableReader::object).toList();
      } catch (SdkException e) {
        if (failures == TRIES) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(failures * PAUSE_MILLIS);
      }
    }
  }

  /**
   * The item of a key.
   *
   * @param table full name
   */
  public Optional<ObjectNode> find(String table, Map<String, AttributeValue> key) {
    return Optional.of(
            client
                .getItem(request -> request.tableName(table).key(key).consistentRead(true))
                .item())
        .filter(item -> !item.isEmpty())
        .map(TableReader::object);
  }

  /**
   * A query by partition key.
   *
   * @param consistent true for a table or a local index
   */
  public record Query(String key, Optional<String> index, boolean consistent) {}

  /**
   * Some items of a partition.
   *
   * @param table full name
   */
  public List<ObjectNode> some(String table, Query query, String value, int most) {
    return client
        .query(
            request ->
                byKey(request, table, query.key(), value)
                    .indexName(query.index().orElse(null))
                    .consistentRead(query.consistent())
                    .limit(most))
        .items()
        .stream()
        .map(TableReader::object)
        .toList();
  }

  private SdkIterable<Map<String, AttributeValue>> all(String table) {
    return client.scanPaginator(request -> request.tableName(table).consistentRead(true)).items();
  }

  private SdkIterable<Map<String, AttributeValue>> partition(
      String table, String key, String value) {
    return client
        .queryPaginator(request -> byKey(request, table, key, value).consistentRead(true))
        .items();
  }

  private static QueryRequest.Builder byKey(
      QueryRequest.Builder request, String table, String key, String value) {
    return request
        .tableName(table)
        .keyConditionExpression("#key = :value")
        .expressionAttributeNames(Map.of("#key", key))
        .expressionAttributeValues(Map.of(":value", AttributeValue.fromS(value)));
  }

  private static ObjectNode object(Map<String, AttributeValue> attributes) {
    ObjectNode object = NODES.objectNode();
    new TreeMap<>(attributes).forEach((name, value) -> object.set(name, node(value)));
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
          throw new IllegalStateException("no item has an attribute of type " + value.type());
    };
  }
}
