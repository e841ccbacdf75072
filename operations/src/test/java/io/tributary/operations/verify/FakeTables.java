package io.tributary.operations.verify;

import io.tributary.schemas.table.TableDefinition;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Tables in memory, whose partition key is a text and their only key, and that may move. */
final class FakeTables implements DynamoDbClient {

  private final Map<String, Map<AttributeValue, Map<String, AttributeValue>>> tables =
      new ConcurrentHashMap<>();
  private final Map<String, Integer> gets = new HashMap<>();
  private final Map<String, Consumer<Integer>> traffic = new HashMap<>();

  /** An item of these names and values, by turns, the key first. */
  void put(String table, String... attributes) {
    Map<String, AttributeValue> item = new HashMap<>();
    for (int i = 0; i < attributes.length; i += 2) {
      item.put(attributes[i], AttributeValue.fromS(attributes[i + 1]));
    }
    tables
        .computeIfAbsent(table, name -> new ConcurrentHashMap<>())
        .put(AttributeValue.fromS(attributes[1]), item);
  }

  /** What happens before each request for items of that table, told which it is from 1. */
  void beforeEachGet(String table, Consumer<Integer> then) {
    traffic.put(table, then);
  }

  /** Those of the first segment; the others are empty. */
  @Override
  public ScanResponse scan(ScanRequest request) {
    boolean first = request.segment() == null || request.segment() == 0;
    return ScanResponse.builder()
        .items(first ? List.copyOf(items(request.tableName()).values()) : List.of())
        .build();
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    request
        .requestItems()
        .forEach(
            (table, wanted) -> {
              traffic.getOrDefault(table, number -> {}).accept(gets.merge(table, 1, Integer::sum));
              List<Map<String, AttributeValue>> items = new ArrayList<>();
              wanted
                  .keys()
                  .forEach(
                      key -> {
                        AttributeValue name = key.values().iterator().next();
                        Map<String, AttributeValue> item = items(table).get(name);
                        if (item != null) {
                          items.add(item);
                        }
                      });
              found.put(table, items);
            });
    return BatchGetItemResponse.builder().responses(found).unprocessedKeys(Map.of()).build();
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    return DescribeTableResponse.builder()
        .table(table -> table.itemCount((long) items(request.tableName()).size()))
        .build();
  }

  /** What is compared: those tables, whose names begin so. */
  ComparedTables compared(String prefix, List<TableDefinition> compared) {
    return new ComparedTables(this, prefix, compared, true, Clock.systemUTC());
  }

  private Map<AttributeValue, Map<String, AttributeValue>> items(String table) {
    return tables.getOrDefault(table, Map.of());
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {}
}
