package io.tributary.simulation.dynamo;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

/** DynamoDB's exceptions, with the types, codes and statuses that its client gives them. */
public final class DynamoErrors {

  /** Code of an action that nothing is wrong with. */
  public static final String NONE = "None";

  /** Code of an action whose condition is false. */
  public static final String CONDITION_FAILED = "ConditionalCheckFailed";

  /** Code of an action whose item another request was writing. */
  public static final String CONFLICT = "TransactionConflict";

  /** Code of an action on a table that is asked for too much. */
  public static final String THROTTLED = "ThrottlingError";

  /** Code of an action beyond the capacity of its table. */
  public static final String NO_CAPACITY = "ProvisionedThroughputExceeded";

  private static final String INVALID = "ValidationError";

  private static final int REFUSED = 400;
  private static final int FAILED = 500;
  private static final int UNAVAILABLE = 503;
  private static final long CALL_MILLIS = 5_000;
  private static final String REFUSED_CONDITION = "The conditional request failed";

  private DynamoErrors() {}

  /** A request beyond its table's capacity. */
  public static ProvisionedThroughputExceededException beyondCapacity() {
    return described(
            ProvisionedThroughputExceededException.builder(),
            "ProvisionedThroughputExceededException",
            "The level of configured provisioned throughput for the table was exceeded.",
            REFUSED)
        .build();
  }

  /** A request to a table that is asked for too much at once. */
  public static ThrottlingException throttled() {
    return described(
            ThrottlingException.builder(),
            "ThrottlingException",
            "Throughput exceeds the current capacity of your table or index.",
            REFUSED)
        .build();
  }

  /** A failure of the service, which may have had its effect. */
  public static InternalServerErrorException internalError() {
    return described(
            InternalServerErrorException.builder(),
            "InternalServerError",
            "The request processing has failed because of an unknown error",
            FAILED)
        .build();
  }

  /** A service that is out of order. */
  public static DynamoDbException unavailable() {
    return failure("ServiceUnavailable", "The service is temporarily unavailable", UNAVAILABLE);
  }

  /** A request that the client's permissions do not allow. */
  public static DynamoDbException accessDenied() {
    return failure(
        "AccessDeniedException", "The client is not authorized to perform the operation", REFUSED);
  }

  /** A write of an item that a transaction was writing. */
  public static TransactionConflictException conflict() {
    return described(
            TransactionConflictException.builder(),
            "TransactionConflictException",
            "Transaction is ongoing for the item",
            REFUSED)
        .build();
  }

  /** An answer that did not come in time. */
  public static SdkClientException timedOut() {
    return ApiCallTimeoutException.create(CALL_MILLIS);
  }

  /** A connection that broke. */
  public static SdkClientException connectionLost() {
    return SdkClientException.create("Unable to execute HTTP request: Connection reset");
  }

  /** A cancelled transaction, with a reason for each of its actions in their order. */
  public static TransactionCanceledException cancelled(List<CancellationReason> reasons) {
    String codes =
        reasons.stream().map(CancellationReason::code).collect(Collectors.joining(", ", "[", "]"));
    TransactionCanceledException.Builder builder =
        TransactionCanceledException.builder().cancellationReasons(reasons);
    return described(
            builder,
            "TransactionCanceledException",
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
                + codes,
            REFUSED)
        .build();
  }

  /** The reason of an action that did not look at its item. */
  public static CancellationReason reason(String code) {
    CancellationReason.Builder reason = CancellationReason.builder().code(code);
    return switch (code) {
      case NONE -> reason.build();
      case CONFLICT -> reason.message("Transaction is ongoing for the item").build();
      default ->
          reason.message("Throughput exceeds the current capacity of your table or index.").build();
    };
  }

  /** The reason of an action that can never be done. */
  public static CancellationReason invalidReason(String message) {
    return CancellationReason.builder().code(INVALID).message(message).build();
  }

  static CancellationReason conditionReason(@Nullable Map<String, AttributeValue> held) {
    CancellationReason.Builder reason =
        CancellationReason.builder().code(CONDITION_FAILED).message(REFUSED_CONDITION);
    return held == null ? reason.build() : reason.item(held).build();
  }

  static ConditionalCheckFailedException conditionFailed(
      @Nullable Map<String, AttributeValue> held) {
    ConditionalCheckFailedException.Builder builder = ConditionalCheckFailedException.builder();
    if (held != null) {
      builder.item(held);
    }
    return described(builder, "ConditionalCheckFailedException", REFUSED_CONDITION, REFUSED)
        .build();
  }

  /** A request that is wrong in itself. */
  public static DynamoDbException invalid(String message) {
    return failure("ValidationException", message, REFUSED);
  }

  /** An operation that the endpoint does not have. */
  static DynamoDbException unknownOperation() {
    return failure("UnknownOperationException", "An unknown operation was requested.", REFUSED);
  }

  static ResourceNotFoundException notFound(String message) {
    return described(
            ResourceNotFoundException.builder(), "ResourceNotFoundException", message, REFUSED)
        .build();
  }

  static ResourceInUseException inUse(String message) {
    return described(ResourceInUseException.builder(), "ResourceInUseException", message, REFUSED)
        .build();
  }

  static TrimmedDataAccessException trimmed() {
    return described(
            TrimmedDataAccessException.builder(),
            "TrimmedDataAccessException",
            "The operation attempted to read past the oldest stream record in a shard",
            REFUSED)
        .build();
  }

  static ExpiredIteratorException expiredIterator() {
    return described(
            ExpiredIteratorException.builder(),
            "ExpiredIteratorException",
            "The provided iterator exceeds the maximum age allowed",
            REFUSED)
        .build();
  }

  private static DynamoDbException failure(String code, String message, int status) {
    return (DynamoDbException)
        described(DynamoDbException.builder(), code, message, status).build();
  }

  private static <B extends DynamoDbException.Builder> B described(
      B builder, String code, String message, int status) {
    builder
        .message(message)
        .statusCode(status)
        .requestId("simulated")
        .awsErrorDetails(
            AwsErrorDetails.builder()
                .serviceName("DynamoDb")
                .errorCode(code)
                .errorMessage(message)
                .build());
    return builder;
  }
}
