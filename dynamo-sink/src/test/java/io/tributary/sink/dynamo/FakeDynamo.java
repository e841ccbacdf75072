package io.tributary.sink.dynamo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Answers requests as it is told, in order, and then with success. */
public final class FakeDynamo implements DynamoDbClient {

  private final Deque<Optional<RuntimeException>> answers = new ArrayDeque<>();
  private final List<TransactWriteItemsRequest> requests = new ArrayList<>();
  private final List<PutItemRequest> puts = new ArrayList<>();
  private final List<DeleteItemRequest> deletes = new ArrayList<>();
  private Map<String, AttributeValue> held = Map.of();

  public FakeDynamo failing(RuntimeException... exceptions) {
    Arrays.stream(exceptions).map(Optional::of).forEach(answers::add);
    return this;
  }

  /** The next request that nothing is said of yet works. */
  FakeDynamo succeeding() {
    answers.add(Optional.empty());
    return this;
  }

  List<TransactWriteItemsRequest> requests() {
    return requests;
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    requests.add(request);
    fail();
    return TransactWriteItemsResponse.builder().build();
  }

  public List<PutItemRequest> puts() {
    return puts;
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    puts.add(request);
    fail();
    return PutItemResponse.builder().build();
  }

  List<DeleteItemRequest> deletes() {
    return deletes;
  }

  /** What deletes that work find. */
  void holding(Map<String, AttributeValue> item) {
    held = item;
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    deletes.add(request);
    fail();
    return DeleteItemResponse.builder().attributes(held).build();
  }

  private void fail() {
    Optional<RuntimeException> answer = answers.poll();
    if (answer != null && answer.isPresent()) {
      throw answer.get();
    }
  }

  static TransactionCanceledException cancelled(String... codes) {
    return cancelled(
        Arrays.stream(codes)
            .map(code -> CancellationReason.builder().code(code).message("about " + code).build())
            .toArray(CancellationReason[]::new));
  }

  static TransactionCanceledException cancelled(CancellationReason... reasons) {
    return TransactionCanceledException.builder()
        .cancellationReasons(reasons)
        .statusCode(400)
        .awsErrorDetails(
            AwsErrorDetails.builder().errorCode("TransactionCanceledException").build())
        .build();
  }

  public static DynamoDbException refusal(String code, int status) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .statusCode(status)
            .message("about " + code)
            .awsErrorDetails(
                AwsErrorDetails.builder().errorCode(code).errorMessage("about " + code).build())
            .build();
  }

  @Override
  public String serviceName() {
    return "fake";
  }

  @Override
  public void close() {}
}
