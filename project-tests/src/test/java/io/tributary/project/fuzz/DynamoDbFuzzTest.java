package io.tributary.project.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.tributary.embedded.dynamodb.item.BatchOperations;
import io.tributary.embedded.dynamodb.item.ClientTokens;
import io.tributary.embedded.dynamodb.item.ItemOperations;
import io.tributary.embedded.dynamodb.item.Items;
import io.tributary.embedded.dynamodb.item.QueryOperations;
import io.tributary.embedded.dynamodb.item.TransactionOperations;
import io.tributary.embedded.dynamodb.request.RequestCheck;
import io.tributary.embedded.dynamodb.store.Store;
import io.tributary.embedded.dynamodb.stream.Streams;
import io.tributary.embedded.dynamodb.table.Catalog;
import io.tributary.embedded.dynamodb.table.TableOperations;
import io.tributary.embedded.dynamodb.wire.DynamoDbException;
import io.tributary.embedded.dynamodb.wire.Json;
import io.tributary.embedded.dynamodb.wire.Operation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Requests to the DynamoDB server: JSON and expressions. */
class DynamoDbFuzzTest {

  private static final String TABLE =
      """
      {"TableName":"table","BillingMode":"PAY_PER_REQUEST",
       "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
       "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]}""";
  private static final String ITEM =
      """
      {"TableName":"table","Item":{"pk":{"S":"a"},"sk":{"S":"b"},"n":{"N":"1.5e3"},"l":{"L":[{"N":"1"},{"M":{"x":{"BOOL":true}}}]},
       "m":{"M":{"x":{"S":"y"},"z":{"NULL":true}}},"ss":{"SS":["a","b"]},"ns":{"NS":["1","2"]},"b":{"B":"AQI="}}}""";

  private static final Map<String, String> NAMES =
      Map.of("#n", "n", "#pk", "pk", "#m", "m", "#x", "x", "#l", "l", "#ss", "ss");
  private static final Map<String, String> VALUES =
      Map.of(
          ":n", "{\"N\":\"1\"}",
          ":s", "{\"S\":\"a\"}",
          ":l", "{\"L\":[{\"N\":\"1\"}]}",
          ":m", "{\"M\":{\"x\":{\"S\":\"y\"}}}",
          ":ss", "{\"SS\":[\"a\"]}",
          ":b", "{\"BOOL\":true}");

  /** A request around an expression, and an expression of its kind. */
  private record Around(String operation, String member, String others, String sample) {}

  private static final String KEY =
      "\"TableName\":\"table\",\"Key\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"b\"}}";
  private static final List<Around> EXPRESSIONS =
      List.of(
          new Around(
              "UpdateItem",
              "UpdateExpression",
              KEY,
              "SET #n = if_not_exists(n, :n) + :n, #m.#x = :s, l[0] = list_append(:l, #l) REMOVE m.z ADD ns :n DELETE ss :ss"),
          new Around(
              "UpdateItem",
              "ConditionExpression",
              KEY,
              "attribute_exists(#pk) AND NOT (#n BETWEEN :n AND :n OR size(#l) > :n) OR begins_with(pk, :s) AND contains(#ss, :s)"),
          new Around(
              "DeleteItem",
              "ConditionExpression",
              KEY,
              "#n IN (:n, :s) AND attribute_type(#m, :s) AND attribute_not_exists(l[1].x)"),
          new Around("GetItem", "ProjectionExpression", KEY, "#pk, m.x, l[0], #ss"),
          new Around(
              "Query",
              "KeyConditionExpression",
              "\"TableName\":\"table\"",
              "pk = :s AND begins_with(sk, :s)"),
          new Around(
              "Scan", "FilterExpression", "\"TableName\":\"table\"", "(#n <> :n) AND m.x = :s"));

  private static final List<String> REQUESTS =
      List.of(
          ITEM,
          "{"
              + KEY
              + ",\"ReturnValues\":\"ALL_OLD\",\"AttributeUpdates\":{\"n\":{\"Value\":{\"N\":\"1\"},\"Action\":\"ADD\"}}}",
          "{\"RequestItems\":{\"table\":[{\"PutRequest\":{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"c\"}}}}]}}",
          "{\"TransactItems\":[{\"Put\":{\"TableName\":\"table\",\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"d\"}}}}]}",
          "{\"TableName\":\"table\",\"Limit\":3,\"ExclusiveStartKey\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"b\"}}}");

  private static final List<String> NAMES_OF_OPERATIONS =
      List.of(
          "PutItem",
          "UpdateItem",
          "BatchWriteItem",
          "TransactWriteItems",
          "Scan",
          "Query",
          "GetItem",
          "BatchGetItem",
          "DescribeTable");

  private final Map<String, Operation> operations = new HashMap<>();
  private final RequestCheck check = new RequestCheck();

  DynamoDbFuzzTest() throws IOException {
    InstantSource clock = InstantSource.system();
    Store store = Store.inMemory();
    Streams streams = new Streams(store, clock, Duration.ofHours(1));
    Catalog catalog = new Catalog(store);
    Items items = new Items(store, streams);
    operations.putAll(new TableOperations(catalog, streams, clock).all());
    operations.putAll(new ItemOperations(catalog, items).all());
    operations.putAll(new BatchOperations(catalog, items).all());
    operations.putAll(new QueryOperations(catalog, store).all());
    operations.putAll(
        new TransactionOperations(catalog, items, new ClientTokens(store, clock)).all());
    run("CreateTable", TABLE.getBytes(StandardCharsets.UTF_8));
  }

  @FuzzTest
  void shouldRunOrRefuse(byte[] bytes) throws IOException {
    FuzzInput input = new FuzzInput(bytes);
    try {
      run("PutItem", ITEM.getBytes(StandardCharsets.UTF_8));
      if (input.isRare()) {
        run(input.of(NAMES_OF_OPERATIONS), input.splicedInto(input.of(REQUESTS)));
      } else {
        expression(input.of(EXPRESSIONS), input);
      }
    } catch (DynamoDbException | IOException e) {
      return;
    }
  }

  private void expression(Around around, FuzzInput input) throws IOException {
    String expression =
        new String(
            input.isRare() ? input.content() : input.splicedInto(around.sample()),
            StandardCharsets.UTF_8);
    StringBuilder request = new StringBuilder("{" + around.others());
    request.append(",\"").append(around.member()).append("\":").append(quoted(expression));
    add(request, "ExpressionAttributeNames", used(NAMES, expression, true));
    add(request, "ExpressionAttributeValues", used(VALUES, expression, false));
    run(around.operation(), request.append('}').toString().getBytes(StandardCharsets.UTF_8));
  }

  private static void add(StringBuilder request, String member, String members) {
    if (!members.isEmpty()) {
      request.append(",\"").append(member).append("\":{").append(members).append('}');
    }
  }

  /** Unused ones would be refused. */
  private static String used(Map<String, String> all, String expression, boolean texts) {
    return all.entrySet().stream()
        .filter(each -> expression.contains(each.getKey()))
        .map(
            each ->
                quoted(each.getKey()) + ':' + (texts ? quoted(each.getValue()) : each.getValue()))
        .collect(Collectors.joining(","));
  }

  private static String quoted(String text) {
    return new String(Json.write(text), StandardCharsets.UTF_8);
  }

  private void run(String operation, byte[] request) throws IOException {
    String target = "DynamoDB_20120810." + operation;
    var unused =
        Objects.requireNonNull(operations.get(operation))
            .run(check.check(target, Json.read(request)));
  }
}
