package io.tributary.simulation.dynamo;

import io.tributary.sink.table.TableAdmin;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Requests from a seed about few items: writes under all kinds of conditions, transactions, reads,
 * and some that are wrong.
 */
final class RandomRequests {

  private static final List<AttributeValue> VALUES =
      List.of(
          AttributeValue.fromN("1"),
          AttributeValue.fromN("1.0"),
          AttributeValue.fromN("10e-1"),
          AttributeValue.fromN("2"),
          AttributeValue.fromN("-3"),
          AttributeValue.fromN("0.50"),
          AttributeValue.fromN("1E+2"),
          AttributeValue.fromN("12345678901234567890123456789012345678"),
          AttributeValue.fromS("a"),
          AttributeValue.fromS("ab"),
          AttributeValue.fromS("B"),
          AttributeValue.fromS("\u00e4"),
          AttributeValue.fromS("\ud83d\ude00"),
          AttributeValue.fromS("\uff5e"),
          AttributeValue.fromS(""),
          AttributeValue.fromNul(true),
          AttributeValue.fromBool(true),
          AttributeValue.fromBool(false),
          AttributeValue.fromL(List.of()),
          AttributeValue.fromL(List.of(AttributeValue.fromN("1"), AttributeValue.fromS("a"))),
          AttributeValue.fromM(Map.of()),
          AttributeValue.fromM(
              Map.of("n", AttributeValue.fromN("2"), "l", AttributeValue.fromL(List.of()))));

  /** So many of the values have an order. */
  private static final int SCALARS = 15;

  /** So many of those are numbers. */
  private static final int NUMBERS = 8;

  private static final List<String> ATTRIBUTES = List.of("pk", "sk", "a", "b", "c", "number");
  private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=");

  private final Random random;
  private final String table;
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, AttributeValue> values = new HashMap<>();

  RandomRequests(long seed, String table) {
    this.random = new Random(seed);
    this.table = table;
  }

  static void createTable(DynamoDbClient client, String name) {
    new TableAdmin(client, "").create(List.of(ContractTables.items(name)));
  }

  /** A request that can be sent to several endpoints. */
  record Prepared(String text, Function<DynamoDbClient, String> send) {}

  Prepared next() {
    names.clear();
    values.clear();
    int kind = random.nextInt(10);
    if (kind < 4) {
      return put();
    }
    if (kind < 6) {
      return delete();
    }
    return kind < 9 ? transaction() : query();
  }

  private Prepared put() {
    Map<String, AttributeValue> item = item();
    String condition = condition();
    Map<String, String> boundNames = Map.copyOf(names);
    Map<String, AttributeValue> boundValues = Map.copyOf(values);
    ReturnValue told = random.nextBoolean() ? ReturnValue.ALL_OLD : ReturnValue.NONE;
    return new Prepared(
        "put " + Outcome.of(item) + " if " + condition + names + Outcome.of(values),
        client -> {
          PutItemResponse answer =
              client.putItem(
                  request ->
                      request
                          .tableName(table)
                          .item(item)
                          .conditionExpression(condition)
                          .expressionAttributeNames(boundNames)
                          .expressionAttributeValues(boundValues.isEmpty() ? null : boundValues)
                          .returnValues(told)
                          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                          .returnValuesOnConditionCheckFailure(
                              ReturnValuesOnConditionCheckFailure.ALL_OLD));
          return Outcome.of(answer.attributes()) + units(List.of(answer.consumedCapacity()));
        });
  }

  private Prepared delete() {
    Map<String, AttributeValue> key = key();
    String condition = condition();
    Map<String, String> boundNames = Map.copyOf(names);
    Map<String, AttributeValue> boundValues = Map.copyOf(values);
    return new Prepared(
        "delete " + Outcome.of(key) + " if " + condition + names + Outcome.of(values),
        client -> {
          DeleteItemResponse answer =
              client.deleteItem(
                  request ->
                      request
                          .tableName(table)
                          .key(key)
                          .conditionExpression(condition)
                          .expressionAttributeNames(boundNames)
                          .expressionAttributeValues(boundValues.isEmpty() ? null : boundValues)
                          .returnValues(ReturnValue.ALL_OLD)
                          .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
          return answer.hasAttributes()
              + Outcome.of(answer.attributes())
              + units(List.of(answer.consumedCapacity()));
        });
  }

  private Prepared transaction() {
    List<TransactWriteItem> actions = new ArrayList<>();
    Set<Object> keys = new HashSet<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      names.clear();
      values.clear();
      Map<String, AttributeValue> item = item();
      if (keys.add(Arrays.asList(item.get("pk"), item.get("sk")))) {
        actions.add(action(item));
      }
    }
    return new Prepared(
        "transact " + actions,
        client ->
            "done"
                + client
                    .transactWriteItems(request -> request.transactItems(actions))
                    .hasConsumedCapacity());
  }

  private TransactWriteItem action(Map<String, AttributeValue> item) {
    String condition = condition();
    Map<String, String> boundNames = Map.copyOf(names);
    Map<String, AttributeValue> boundValues = values.isEmpty() ? null : Map.copyOf(values);
    TransactWriteItem.Builder action = TransactWriteItem.builder();
    if (random.nextInt(3) == 0) {
      Map<String, AttributeValue> key = new HashMap<>(item);
      key.keySet().retainAll(Set.of("pk", "sk"));
      return action
          .delete(
              delete ->
                  delete
                      .tableName(table)
                      .key(key)
                      .conditionExpression(condition)
                      .expressionAttributeNames(boundNames)
                      .expressionAttributeValues(boundValues))
          .build();
    }
    return action
        .put(
            put ->
                put.tableName(table)
                    .item(item)
                    .conditionExpression(condition)
                    .expressionAttributeNames(boundNames)
                    .expressionAttributeValues(boundValues)
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  private Prepared query() {
    AttributeValue partition = AttributeValue.fromS(random.nextBoolean() ? "p" : "q");
    boolean forward = random.nextBoolean();
    int limit = 1 + random.nextInt(5);
    return new Prepared(
        "query " + partition + forward + limit,
        client ->
            client
                .queryPaginator(
                    request ->
                        request
                            .tableName(table)
                            .consistentRead(true)
                            .scanIndexForward(forward)
                            .limit(limit)
                            .keyConditionExpression("#p = :p AND begins_with(#s, :s)")
                            .expressionAttributeNames(Map.of("#p", "pk", "#s", "sk"))
                            .expressionAttributeValues(
                                Map.of(":p", partition, ":s", AttributeValue.fromS("i"))))
                .items()
                .stream()
                .map(Outcome::of)
                .toList()
                .toString());
  }

  private static String units(List<ConsumedCapacity> capacities) {
    return capacities.stream()
        .map(each -> " " + each.tableName() + " " + each.capacityUnits())
        .toList()
        .toString();
  }

  private Map<String, AttributeValue> key() {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("pk", AttributeValue.fromS(random.nextBoolean() ? "p" : "q"));
    key.put("sk", AttributeValue.fromS("i" + random.nextInt(4)));
    if (random.nextInt(30) == 0) {
      key.put("sk", value());
    }
    if (random.nextInt(60) == 0) {
      key.remove("sk");
    }
    if (random.nextInt(60) == 0) {
      key.put("other", value());
    }
    return key;
  }

  private Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = key();
    for (String attribute : List.of("a", "b", "c")) {
      if (random.nextBoolean()) {
        item.put(attribute, value());
      }
    }
    if (random.nextBoolean()) {
      item.put("number", random.nextInt(20) == 0 ? value() : AttributeValue.fromN("7"));
    }
    return item;
  }

  private AttributeValue value() {
    return VALUES.get(random.nextInt(VALUES.size()));
  }

  private String condition() {
    String condition = condition(2);
    if (random.nextInt(60) == 0) {
      names.put("#unused", "a");
    }
    if (random.nextInt(60) == 0) {
      values.put(":unused", AttributeValue.fromS("a"));
    }
    return condition;
  }

  private String condition(int depth) {
    return switch (depth == 0 ? 0 : random.nextInt(6)) {
      case 1 -> condition(depth - 1) + " OR " + condition(depth - 1);
      case 2 -> condition(depth - 1) + " and " + condition(depth - 1);
      case 3 -> "NOT " + condition(depth - 1);
      case 4 -> "(" + condition(depth - 1) + ") OR " + atom();
      default -> atom();
    };
  }

  private String atom() {
    return switch (random.nextInt(8)) {
      case 0 -> "attribute_exists(" + name() + ")";
      case 1 -> "attribute_not_exists(" + name() + ")";
      case 2 -> between();
      case 3 -> "begins_with(" + name() + ", " + (rarely() ? any() : text()) + ")";
      case 4 -> bound() + comparison() + name();
      case 5 -> name() + comparison() + name();
      case 6 -> name() + (random.nextBoolean() ? " = " : " <> ") + any();
      default -> name() + comparison() + bound();
    };
  }

  private String between() {
    if (rarely()) {
      return name() + " BETWEEN " + any() + " AND " + any();
    }
    AttributeValue low = VALUES.get(random.nextInt(NUMBERS));
    return name() + " BETWEEN " + bound(low) + " AND " + bound(VALUES.get(random.nextInt(NUMBERS)));
  }

  private String text() {
    return bound(VALUES.get(NUMBERS + random.nextInt(SCALARS - NUMBERS)));
  }

  private boolean rarely() {
    return random.nextInt(40) == 0;
  }

  private String comparison() {
    return " " + COMPARISONS.get(random.nextInt(COMPARISONS.size())) + " ";
  }

  private String name() {
    String attribute = ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size()));
    names.put("#" + attribute, attribute);
    return "#" + attribute;
  }

  /** A value that conditions can compare, mostly. */
  private String bound() {
    AttributeValue value = random.nextInt(40) == 0 ? value() : VALUES.get(random.nextInt(SCALARS));
    return bound(value);
  }

  private String bound(AttributeValue value) {
    String name = ":v" + values.size();
    values.put(name, value);
    return name;
  }

  private String any() {
    return bound(value());
  }
}
