package io.tributary.operations.tables;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.schemas.table.KeyAttribute;
import io.tributary.schemas.table.TableKey;
import io.tributary.sink.item.AttributeValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.pagination.sync.SdkIterable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Reads tables as plain JSON, attributes in alphabetical order. */
public record TableReader(DynamoDbClient client) {

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

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
   * A query by key.
   *
   * @param consistent true for a table or a local index
   * @param sort beginning of a sort key, or the whole of a number; all if empty
   * @param descending true for the last sort key first
   */
  public record Query(
      TableKey key,
      Optional<String> index,
      boolean consistent,
      String partition,
      Optional<String> sort,
      boolean descending) {

    private QueryRequest.Builder to(QueryRequest.Builder request) {
      Map<String, String> names = new HashMap<>(Map.of("#partition", key.partition().name()));
      Map<String, AttributeValue> values = new HashMap<>();
      values.put(":partition", value(key.partition(), partition));
      String condition = "#partition = :partition";
      if (key.sort().isPresent() && sort.isPresent()) {
        KeyAttribute by = key.sort().get();
        names.put("#sort", by.name());
        values.put(":sort", value(by, sort.get()));
        boolean number = by.type() == KeyAttribute.Type.NUMBER;
        condition += number ? " AND #sort = :sort" : " AND begins_with(#sort, :sort)";
      }
      return request
          .indexName(index.orElse(null))
          .consistentRead(consistent)
          .scanIndexForward(!descending)
          .keyConditionExpression(condition)
          .expressionAttributeNames(names)
          .expressionAttributeValues(values);
    }

    private static AttributeValue value(KeyAttribute attribute, String text) {
      return attribute.type() == KeyAttribute.Type.NUMBER
          ? AttributeValue.fromN(text)
          : AttributeValue.fromS(text);
    }
  }

  /**
   * Some items.
   *
   * @param table full name
   */
  public List<ObjectNode> some(String table, Query query, int most) {
    return client.query(request -> query.to(request).tableName(table).limit(most)).items().stream()
        .map(TableReader::object)
        .toList();
  }

  private SdkIterable<Map<String, AttributeValue>> all(String table) {
    return client.scanPaginator(request -> request.tableName(table).consistentRead(true)).items();
  }

  private SdkIterable<Map<String, AttributeValue>> partition(
      String table, String key, String value) {
    Query query =
        new Query(TableKey.of(key), Optional.empty(), true, value, Optional.empty(), false);
    return client.queryPaginator(request -> query.to(request).tableName(table)).items();
  }

  private static ObjectNode object(Map<String, AttributeValue> attributes) {
    return JSON.valueToTree(AttributeValues.plain(attributes));
  }
}
