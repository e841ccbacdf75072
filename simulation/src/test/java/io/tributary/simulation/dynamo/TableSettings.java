package io.tributary.simulation.dynamo;

import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Tables as requests make, change and describe them; every change is done at once. */
final class TableSettings {

  private final SimulatedDynamo database;

  TableSettings(SimulatedDynamo database) {
    this.database = database;
  }

  TableDescription create(CreateTableRequest request) {
    return description(database.create(request));
  }

  TableDescription describe(String name) {
    SimulatedTable table = database.find(name);
    if (table == null) {
      throw DynamoErrors.notFound("Requested resource not found: Table: " + name + " not found");
    }
    return description(table);
  }

  TableDescription update(String name, @Nullable StreamSpecification stream) {
    SimulatedTable table = database.table(name);
    database.setStream(table, stream);
    return description(table);
  }

  TimeToLiveDescription timeToLive(String name) {
    String attribute = database.table(name).ttlAttribute();
    return attribute == null
        ? TimeToLiveDescription.builder().timeToLiveStatus(TimeToLiveStatus.DISABLED).build()
        : TimeToLiveDescription.builder()
            .timeToLiveStatus(TimeToLiveStatus.ENABLED)
            .attributeName(attribute)
            .build();
  }

  TimeToLiveSpecification setTimeToLive(String name, TimeToLiveSpecification wanted) {
    database.table(name).expireBy(wanted.enabled() ? wanted.attributeName() : null);
    return wanted;
  }

  private static TableDescription description(SimulatedTable table) {
    CreateTableRequest made = table.shape().request();
    TableDescription.Builder description =
        TableDescription.builder()
            .tableName(made.tableName())
            .tableStatus(TableStatus.ACTIVE)
            .keySchema(made.keySchema())
            .attributeDefinitions(made.attributeDefinitions())
            .billingModeSummary(summary -> summary.billingMode(BillingMode.PAY_PER_REQUEST))
            .itemCount((long) table.items().size());
    List<GlobalSecondaryIndexDescription> globals =
        made.globalSecondaryIndexes().stream()
            .map(
                index ->
                    GlobalSecondaryIndexDescription.builder()
                        .indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(index.projection())
                        .build())
            .toList();
    List<LocalSecondaryIndexDescription> locals =
        made.localSecondaryIndexes().stream()
            .map(
                index ->
                    LocalSecondaryIndexDescription.builder()
                        .indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(index.projection())
                        .build())
            .toList();
    description.globalSecondaryIndexes(globals).localSecondaryIndexes(locals);
    ChangeStream stream = table.stream();
    if (stream != null) {
      description.latestStreamArn(stream.arn());
      if (stream.enabled()) {
        description.streamSpecification(
            specification -> specification.streamEnabled(true).streamViewType(stream.view()));
      }
    }
    return description.build();
  }
}
