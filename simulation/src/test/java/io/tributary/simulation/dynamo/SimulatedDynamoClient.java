package io.tributary.simulation.dynamo;

import io.tributary.simulation.dynamo.DynamoCall.Touched;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/**
 * A client of a {@link SimulatedDynamo}, as far as the pipeline needs one: any other operation
 * throws UnsupportedOperationException. Retries nothing.
 */
public final class SimulatedDynamoClient implements DynamoDbClient {

  private final Interceptor interceptor;
  private final ItemWrites writes;
  private final ItemReads reads;
  private final TableSettings tables;

  /** A client whose requests the interceptor decides about. */
  public SimulatedDynamoClient(SimulatedDynamo database, Interceptor interceptor) {
    this.interceptor = interceptor;
    this.writes = new ItemWrites(database);
    this.reads = new ItemReads(database);
    this.tables = new TableSettings(database);
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return interceptor.intercept(
        DynamoCall.of("PutItem", request.tableName(), request.item()), () -> writes.put(request));
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return interceptor.intercept(
        DynamoCall.of("DeleteItem", request.tableName(), request.key()),
        () -> writes.delete(request));
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    List<Touched> touched = new ArrayList<>(request.transactItems().size());
    for (TransactWriteItem item : request.transactItems()) {
      touched.add(touched(item));
    }
    return interceptor.intercept(
        new DynamoCall("TransactWriteItems", touched), () -> writes.transact(request));
  }

  private static Touched touched(TransactWriteItem item) {
    if (item.put() != null) {
      return new Touched(item.put().tableName(), item.put().item());
    }
    return new Touched(item.delete().tableName(), item.delete().key());
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return interceptor.intercept(
        DynamoCall.of("GetItem", request.tableName(), request.key()), () -> reads.get(request));
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return about("Query", request.tableName(), () -> reads.query(request));
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return about("Scan", request.tableName(), () -> reads.scan(request));
  }

  @Override
  public CreateTableResponse createTable(CreateTableRequest request) {
    return about(
        "CreateTable",
        request.tableName(),
        () -> CreateTableResponse.builder().tableDescription(tables.create(request)).build());
  }

  @Override
  public UpdateTableResponse updateTable(UpdateTableRequest request) {
    return about(
        "UpdateTable",
        request.tableName(),
        () ->
            UpdateTableResponse.builder()
                .tableDescription(tables.update(request.tableName(), request.streamSpecification()))
                .build());
  }

  @Override
  public DescribeTableResponse describeTable(DescribeTableRequest request) {
    return about(
        "DescribeTable",
        request.tableName(),
        () -> DescribeTableResponse.builder().table(tables.describe(request.tableName())).build());
  }

  @Override
  public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
    return about(
        "DescribeTimeToLive",
        request.tableName(),
        () ->
            DescribeTimeToLiveResponse.builder()
                .timeToLiveDescription(tables.timeToLive(request.tableName()))
                .build());
  }

  @Override
  public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
    return about(
        "UpdateTimeToLive",
        request.tableName(),
        () ->
            UpdateTimeToLiveResponse.builder()
                .timeToLiveSpecification(
                    tables.setTimeToLive(request.tableName(), request.timeToLiveSpecification()))
                .build());
  }

  /** The simulation has no backups, as DynamoDB Local has none. */
  @Override
  public DescribeContinuousBackupsResponse describeContinuousBackups(
      DescribeContinuousBackupsRequest request) {
    return about(
        "DescribeContinuousBackups",
        request.tableName(),
        () -> {
          throw DynamoErrors.unknownOperation();
        });
  }

  private <R> R about(String operation, String table, Supplier<R> request) {
    return interceptor.intercept(DynamoCall.of(operation, table), request);
  }

  @Override
  public DynamoDbWaiter waiter() {
    return DynamoDbWaiter.builder().client(this).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
