package io.tributary.sink.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BillingModeSummary;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** Remembers tables as DynamoDB does, with or without backups. */
final class FakeTables implements DynamoDbClient {

  final Map<String, CreateTableRequest> tables = new HashMap<>();
  final Map<String, String> ttl = new HashMap<>();
  final List<String> recovery = new ArrayList<>();
  private final boolean backups;

  /** So often more tables are described as being created; meanwhile they take no settings. */
  int describedAsCreating;

  /** So often more it does not answer in time when it is asked about a table. */
  int late;

  FakeTables(boolean backups) {
    this.backups = backups;
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    tables.put(request.tableName(), request);
    return CreateTableResponse.builder()
        .tableDescription(table -> table.tableStatus(TableStatus.CREATING))
        .build();
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    if (late-- > 0) {
      throw ApiCallTimeoutException.create(5_000);
    }
    CreateTableRequest table = tables.get(request.tableName());
    if (table == null) {
      throw ResourceNotFoundException.builder().message("no such table").build();
    }
    TableStatus status = describedAsCreating-- > 0 ? TableStatus.CREATING : TableStatus.ACTIVE;
    List<LocalSecondaryIndexDescription> localIndexes =
        table.localSecondaryIndexes().stream()
            .map(
                index ->
                    LocalSecondaryIndexDescription.builder()
                        .indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(index.projection())
                        .build())
            .toList();
    return DescribeTableResponse.builder()
        .table(
            TableDescription.builder()
                .tableStatus(status)
                .keySchema(table.keySchema())
                .attributeDefinitions(table.attributeDefinitions())
                .globalSecondaryIndexes(indexes(table))
                .localSecondaryIndexes(localIndexes)
                .streamSpecification(table.streamSpecification())
                .billingModeSummary(
                    BillingModeSummary.builder().billingMode(table.billingMode()).build())
                .build())
        .build();
  }

  private static List<GlobalSecondaryIndexDescription> indexes(CreateTableRequest table) {
    return table.globalSecondaryIndexes().stream()
        .map(
            index ->
                GlobalSecondaryIndexDescription.builder()
                    .indexName(index.indexName())
                    .keySchema(index.keySchema())
                    .projection(index.projection())
                    .build())
        .toList();
  }

  @Override
  public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    String attribute = ttl.get(request.tableName());
    return DescribeTimeToLiveResponse.builder()
        .timeToLiveDescription(
            TimeToLiveDescription.builder()
                .attributeName(attribute)
                .timeToLiveStatus(
                    attribute == null ? TimeToLiveStatus.DISABLED : TimeToLiveStatus.ENABLED)
                .build())
        .build();
  }

  @Override
  public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
    if (describedAsCreating > 0) {
      throw ResourceInUseException.builder().message("being created").build();
    }
    ttl.put(request.tableName(), request.timeToLiveSpecification().attributeName());
    return UpdateTimeToLiveResponse.builder().build();
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    CreateTableRequest table = Objects.requireNonNull(tables.get(request.tableName()));
    if (table.streamSpecification() != null && table.streamSpecification().streamEnabled()) {
      throw ResourceInUseException.builder().message("has a stream").build();
    }
    tables.put(
        request.tableName(),
        table.toBuilder().streamSpecification(request.streamSpecification()).build());
    return UpdateTableResponse.builder()
        .tableDescription(updated -> updated.tableStatus(TableStatus.UPDATING))
        .build();
  }

  @Override
  public DescribeContinuousBackupsResponse describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    requireBackups();
    return DescribeContinuousBackupsResponse.builder()
        .continuousBackupsDescription(
            description ->
                description.pointInTimeRecoveryDescription(
                    point ->
                        point.pointInTimeRecoveryStatus(
                            recovery.contains(request.tableName())
                                ? PointInTimeRecoveryStatus.ENABLED
                                : PointInTimeRecoveryStatus.DISABLED)))
        .build();
  }

  @Override
  public UpdateContinuousBackupsResponse updateContinuousBackups(
      UpdateContinuousBackupsRequest request) {
    requireBackups();
    recovery.add(request.tableName());
    return UpdateContinuousBackupsResponse.builder().build();
  }

  private void requireBackups() {
    if (!backups) {
      throw DynamoDbException.builder()
          .statusCode(400)
          .awsErrorDetails(AwsErrorDetails.builder().errorCode("UnknownOperationException").build())
          .build();
    }
  }

  @Override
  public DynamoDbWaiter waiter() {
    return DynamoDbWaiter.builder()
        .client(this)
        .overrideConfiguration(
            waiter -> waiter.backoffStrategyV2(BackoffStrategy.retryImmediately()))
        .build();
  }

  @Override
  public String serviceName() {
    return "fake";
  }

  @Override
  public void close() {}
}
