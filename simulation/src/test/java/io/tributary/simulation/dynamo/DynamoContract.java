package io.tributary.simulation.dynamo;

import static io.tributary.simulation.dynamo.ContractTables.text;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The contract of the simulated DynamoDB: sets of cases that the simulation and DynamoDB Local
 * pass. This is what they have in common.
 */
abstract class DynamoContract {

  /** Each case has items of its own, for a database may serve all cases. */
  final String id = UUID.randomUUID().toString();

  abstract Endpoint endpoint();

  DynamoDbClient client() {
    return endpoint().client();
  }

  Map<String, AttributeValue> plain() {
    return Map.of("id", text(id));
  }

  Map<String, AttributeValue> with(String name, AttributeValue value) {
    Map<String, AttributeValue> item = new HashMap<>(plain());
    item.put(name, value);
    return item;
  }

  Map<String, AttributeValue> sorted(String key, String name, AttributeValue value) {
    return Map.of("pk", text(id), "sk", text(key), name, value);
  }

  void put(String table, Map<String, AttributeValue> item) {
    client().putItem(request -> request.tableName(table).item(item));
  }

  Map<String, AttributeValue> get(String table, Map<String, AttributeValue> key) {
    return client()
        .getItem(request -> request.tableName(table).key(key).consistentRead(true))
        .item();
  }
}
