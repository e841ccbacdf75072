package io.tributary.simulation.dynamo;

import io.tributary.sink.table.IndexDefinition;
import io.tributary.sink.table.KeyAttribute;
import io.tributary.sink.table.StreamView;
import io.tributary.sink.table.TableAdmin;
import io.tributary.sink.table.TableDefinition;
import io.tributary.sink.table.TableKey;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** The tables of the contract's cases. */
final class ContractTables {

  static final TableDefinition ITEMS = items("items");

  /** Key {@code id}, nothing else. */
  static final TableDefinition PLAIN =
      new TableDefinition("plain", TableKey.of("id"), List.of(), Optional.empty(), false);

  /** Key {@code pk} and {@code sk}; expires by {@code expiry}; tells how items were. */
  static final TableDefinition EXPIRING =
      new TableDefinition(
          "expiring",
          TableKey.of("pk", "sk"),
          List.of(),
          Optional.of("expiry"),
          Optional.of(StreamView.OLD_IMAGE),
          false);

  /** Key {@code id}; tells how items were and are. */
  static final String CHANGES = "changes";

  static final List<TableDefinition> ALL = List.of(ITEMS, PLAIN, EXPIRING);

  private ContractTables() {}

  /** Key {@code pk} and {@code sk}, indexes of texts and of a number. */
  static TableDefinition items(String name) {
    return new TableDefinition(
        name,
        TableKey.of("pk", "sk"),
        List.of(
            new IndexDefinition("by-name", TableKey.of("name")),
            new IndexDefinition(
                "by-number",
                new TableKey(KeyAttribute.text("pk"), Optional.of(KeyAttribute.number("number"))))),
        List.of(new IndexDefinition("by-other", TableKey.of("pk", "other"))),
        Optional.empty(),
        Optional.empty(),
        false);
  }

  static void create(DynamoDbClient client) {
    new TableAdmin(client, "").create(ALL);
    client.createTable(
        request ->
            request
                .tableName(CHANGES)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName("id").attributeType("S").build())
                .keySchema(
                    KeySchemaElement.builder().attributeName("id").keyType(KeyType.HASH).build())
                .streamSpecification(
                    stream ->
                        stream
                            .streamEnabled(true)
                            .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
  }

  static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }

  static AttributeValue number(String value) {
    return AttributeValue.fromN(value);
  }
}
