package io.tributary.harness.store;

import io.tributary.harness.pipeline.Endpoints;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Tables read, and spoiled, with the plain SDK. */
public final class Tables implements AutoCloseable {

  private final DynamoDbClient client;

  public Tables(Endpoints endpoints) {
    client =
        DynamoDbClient.builder()
            .endpointOverride(URI.create(endpoints.dynamodb()))
            .region(Region.US_EAST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create("fakeaccesskey", "fakesecretkey")))
            .httpClientBuilder(Apache5HttpClient.builder())
            .build();
  }

  /** Every item, plain. */
  public List<Map<String, Object>> scan(String table) {
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream()
        .map(PlainItem::of)
        .toList();
  }

  /** Every attribute of every item, plain, by the values of the table's key. */
  public Map<List<Object>, Map<String, Object>> whole(String table) {
    List<String> key = key(table);
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true))
        .items()
        .stream()
        .map(PlainItem::whole)
        .collect(
            Collectors.toMap(item -> key.stream().map(item::get).toList(), Function.identity()));
  }

  /** Deletes every item, by hand. */
  public void emptyAll() {
    for (String table : client.listTables().tableNames()) {
      String[] key = key(table).toArray(String[]::new);
      scan(table).forEach(item -> delete(table, item, key));
    }
  }

  private List<String> key(String table) {
    return client.describeTable(request -> request.tableName(table)).table().keySchema().stream()
        .map(KeySchemaElement::attributeName)
        .toList();
  }

  /** Deletes every table. */
  public void deleteAll() {
    for (String table : client.listTables().tableNames()) {
      client.deleteTable(request -> request.tableName(table));
      client.waiter().waitUntilTableNotExists(request -> request.tableName(table));
    }
  }

  /** The item with that key, attributes as the SDK gives them. */
  public Optional<Map<String, AttributeValue>> get(String table, Map<String, String> key) {
    Map<String, AttributeValue> item =
        client
            .getItem(
                request ->
                    request
                        .tableName(table)
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
    client.deleteItem(request -> request.tableName(table).key(values));
  }

  /** How many items a table holds. */
  public int count(String table) {
    return client
        .scanPaginator(request -> request.tableName(table).consistentRead(true).select("COUNT"))
        .stream()
        .mapToInt(page -> page.count())
        .sum();
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
