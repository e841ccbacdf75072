package io.tributary.harness.store;

import io.tributary.harness.pipeline.Endpoints;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Tables read, and spoiled, with the plain SDK. */
public final class Tables implements AutoCloseable {

  private final DynamoDbClient client;
  private final String prefix;

  public Tables(Endpoints endpoints) {
    client = NamedDynamoDb.client(endpoints.dynamodb());
    prefix = endpoints.tablePrefix();
  }

  /** Every item, plain. */
  public List<Map<String, Object>> scan(String table) {
    return client
        .scanPaginator(request -> request.tableName(name(table)).consistentRead(true))
        .items()
        .stream()
        .map(PlainItem::of)
        .toList();
  }

  /** Every attribute of every item, plain, by the values of the table's key. */
  public Map<List<Object>, Map<String, Object>> whole(String table) {
    List<String> key = key(table);
    return client
        .scanPaginator(request -> request.tableName(name(table)).consistentRead(true))
        .items()
        .stream()
        .map(PlainItem::whole)
        .collect(
            Collectors.toMap(item -> key.stream().map(item::get).toList(), Function.identity()));
  }

  /** Names of all tables, without their prefix. */
  public List<String> names() {
    return client.listTablesPaginator().tableNames().stream()
        .filter(name -> name.startsWith(prefix))
        .map(name -> name.substring(prefix.length()))
        .toList();
  }

  /** Items of a query, plain. */
  public List<Map<String, Object>> query(QueryRequest query) {
    QueryRequest prefixed = query.toBuilder().tableName(name(query.tableName())).build();
    return client.query(prefixed).items().stream().map(PlainItem::of).toList();
  }

  /** Deletes every item, by hand. */
  public void emptyAll() {
    for (String table : names()) {
      String[] key = key(table).toArray(String[]::new);
      scan(table).forEach(item -> delete(table, item, key));
    }
  }

  private List<String> key(String table) {
    return client
        .describeTable(request -> request.tableName(name(table)))
        .table()
        .keySchema()
        .stream()
        .map(KeySchemaElement::attributeName)
        .toList();
  }

  /** Deletes every table. */
  public void deleteAll() {
    for (String table : names()) {
      client.deleteTable(request -> request.tableName(name(table)));
      client.waiter().waitUntilTableNotExists(request -> request.tableName(name(table)));
    }
  }

  /** The item with that key, attributes as the SDK gives them. */
  public Optional<Map<String, AttributeValue>> get(String table, Map<String, String> key) {
    Map<String, AttributeValue> item =
        client
            .getItem(
                request ->
                    request
                        .tableName(name(table))
                        .consistentRead(true)
                        .key(
                            key.entrySet().stream()
                                .collect(
                                    Collectors.toMap(
                                        Map.Entry::getKey,
                                        part -> AttributeValue.fromS(part.getValue())))))
            .item();
    return item.isEmpty() ? Optional.empty() : Optional.of(item);
  }

  /** Deletes the item of a table whose key has the values that those attributes have. */
  public void delete(String table, Map<String, Object> attributes, String... key) {
    Map<String, AttributeValue> values =
        Stream.of(key)
            .collect(
                Collectors.toMap(
                    Function.identity(),
                    name -> AttributeValue.fromS(String.valueOf(attributes.get(name)))));
    client.deleteItem(request -> request.tableName(name(table)).key(values));
  }

  /** How many items a table holds. */
  public int count(String table) {
    return client
        .scanPaginator(
            request -> request.tableName(name(table)).consistentRead(true).select("COUNT"))
        .stream()
        .mapToInt(page -> page.count())
        .sum();
  }

  /** Name of a table as DynamoDB knows it. */
  public String name(String table) {
    return prefix + table;
  }

  /** The client itself, for what only one test needs. */
  public DynamoDbClient client() {
    return client;
  }

  @Override
  public void close() {
    client.close();
  }
}
