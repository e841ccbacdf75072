package io.tributary.sink.table;

import io.tributary.schemas.table.IndexDefinition;
import io.tributary.schemas.table.TableDefinition;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Creates one table and switches its settings on. */
record TableCreation(DynamoDbClient client) {

  private static final int BACKUP_TRIES = 30;
  private static final Duration BACKUP_PAUSE = Duration.ofSeconds(1);

  /** Creates it and switches its settings on; false if another process creates it. */
  boolean create(String name, TableDefinition table) {
    TableDescription made;
    try {
      made = client.createTable(request(name, table)).tableDescription();
    } catch (ResourceInUseException e) {
      complete(name, table, client.describeTable(request -> request.tableName(name)).table());
      return false;
    }
    awaitActive(name, made);
    table.ttlAttribute().ifPresent(attribute -> switchTtlOn(name, attribute));
    switchRecoveryOn(name, table);
    return true;
  }

  /** Switches on the settings that an existing table lacks. */
  void complete(String name, TableDefinition table, TableDescription found) {
    awaitActive(name, found);
    table
        .ttlAttribute()
        .filter(attribute -> SettingsDrift.ttlAttribute(client, name).isEmpty())
        .ifPresent(attribute -> switchTtlOn(name, attribute));
    switchRecoveryOn(name, table);
    table.stream().ifPresent(view -> switchStreamOn(name, view, found));
  }

  private void switchTtlOn(String name, String attribute) {
    client.updateTimeToLive(
        request ->
            request
                .tableName(name)
                .timeToLiveSpecification(spec -> spec.attributeName(attribute).enabled(true)));
  }

  /** An existing stream stays: only a new one could have another view. */
  private void switchStreamOn(String name, String view, TableDescription found) {
    if (TableDrift.streamView(found).isEmpty()) {
      awaitActive(
          name,
          client
              .updateTable(request -> request.tableName(name).streamSpecification(stream(view)))
              .tableDescription());
    }
  }

  /** Before a table is active, it takes no settings. */
  private void awaitActive(String name, TableDescription last) {
    if (last.tableStatus() != TableStatus.ACTIVE) {
      try (var waiter = client.waiter()) {
        waiter.waitUntilTableExists(request -> request.tableName(name));
      }
    }
  }

  private static StreamSpecification stream(String view) {
    return StreamSpecification.builder().streamEnabled(true).streamViewType(view).build();
  }

  private static CreateTableRequest request(String name, TableDefinition table) {
    CreateTableRequest.Builder builder =
        CreateTableRequest.builder()
            .tableName(name)
            .keySchema(DynamoKeys.schema(table.key()))
            .attributeDefinitions(
                table.keyAttributes().stream().map(DynamoKeys::definition).toList())
            .billingMode(BillingMode.PAY_PER_REQUEST);
    table.stream().ifPresent(view -> builder.streamSpecification(stream(view)));
    // DynamoDB takes no empty list of indexes
    if (!table.indexes().isEmpty()) {
      builder.globalSecondaryIndexes(
          table.indexes().stream().map(TableCreation::globalIndex).toList());
    }
    if (!table.localIndexes().isEmpty()) {
      builder.localSecondaryIndexes(
          table.localIndexes().stream().map(TableCreation::localIndex).toList());
    }
    return builder.build();
  }

  private static GlobalSecondaryIndex globalIndex(IndexDefinition index) {
    return GlobalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(DynamoKeys.schema(index.key()))
        .projection(projection -> projection.projectionType(ProjectionType.ALL))
        .build();
  }

  private static LocalSecondaryIndex localIndex(IndexDefinition index) {
    return LocalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(DynamoKeys.schema(index.key()))
        .projection(projection -> projection.projectionType(ProjectionType.ALL))
        .build();
  }

  private void switchRecoveryOn(String name, TableDefinition table) {
    for (int tries = 1; table.pointInTimeRecovery() && !recoveryIsOn(name, tries); tries++) {
      pause();
    }
  }

  /** False when it is too early; true also for an endpoint without backups. */
  private boolean recoveryIsOn(String name, int tries) {
    try {
      if (!SettingsDrift.pointInTimeRecovery(client, name)) {
        client.updateContinuousBackups(
            request ->
                request
                    .tableName(name)
                    .pointInTimeRecoverySpecification(
                        spec -> spec.pointInTimeRecoveryEnabled(true)));
      }
      return true;
    } catch (DynamoDbException e) {
      if (EndpointLimits.backupsNotReady(e) && tries < BACKUP_TRIES) {
        return false;
      }
      if (EndpointLimits.unknownOperation(e)) {
        return true;
      }
      throw e;
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BACKUP_PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a table was made", e);
    }
  }
}
