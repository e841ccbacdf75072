package io.tributary.sink.dynamo;

import static io.tributary.sink.dynamo.FakeDynamo.cancelled;
import static io.tributary.sink.dynamo.FakeDynamo.refusal;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

final class FailureClassifierTest {

  @ParameterizedTest
  @CsvSource({
    "None, TransactionConflict, CONFLICT",
    "TransactionConflict, None, CONFLICT",
    "ConditionalCheckFailed, TransactionConflict, CONFLICT",
    "ConditionalCheckFailed, ThrottlingError, THROTTLED",
    "ProvisionedThroughputExceeded, None, THROTTLED",
    "None, ProvisionedThroughputExceeded, THROTTLED",
    "None, ThrottlingError, THROTTLED",
    "TransactionConflict, ValidationError, CONFLICT",
    "None, ConditionalCheckFailed, MISCONFIGURED",
    "None, NeverHeardOf, MISCONFIGURED",
    "None, None, MISCONFIGURED"
  })
  void shouldTryAgainACancelledTransaction(String first, String second, Reason reason) {
    assertThat(retried(cancelled(first, second))).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "None, ValidationError",
    "ConditionalCheckFailed, ValidationError",
    "None, ItemCollectionSizeLimitExceeded"
  })
  void shouldRejectRecordsThatATransactionRefuses(String first, String second) {
    assertThat(FailureClassifier.resultOf(cancelled(first, second)))
        .isEqualTo(rejected("DynamoDB says " + second + ": about " + second));
  }

  @ParameterizedTest
  @CsvSource({
    "TransactionConflictException, 400, CONFLICT",
    "TransactionInProgressException, 400, CONFLICT",
    "ProvisionedThroughputExceededException, 400, THROTTLED",
    "ThrottlingException, 400, THROTTLED",
    "RequestLimitExceeded, 400, THROTTLED",
    "LimitExceededException, 400, THROTTLED",
    "InternalServerError, 500, UNAVAILABLE",
    "ServiceUnavailable, 503, UNAVAILABLE",
    "SomethingElse, 502, UNAVAILABLE",
    "ResourceNotFoundException, 400, MISCONFIGURED",
    "AccessDeniedException, 400, MISCONFIGURED",
    "UnrecognizedClientException, 400, MISCONFIGURED",
    "ExpiredTokenException, 400, MISCONFIGURED",
    "NeverHeardOf, 400, MISCONFIGURED"
  })
  void shouldTryAgainARefusedRequest(String code, int status, Reason reason) {
    assertThat(retried(refusal(code, status))).isEqualTo(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "ValidationException, 400",
    "SerializationException, 400",
    "RequestTooLargeException, 413"
  })
  void shouldRejectARequestThatIsRefusedAsSuch(String code, int status) {
    assertThat(FailureClassifier.resultOf(refusal(code, status)))
        .isEqualTo(rejected("DynamoDB says " + code + ": about " + code));
  }

  @Test
  void shouldRejectATooLargeRequestWithoutCode() {
    DynamoDbException bare =
        (DynamoDbException) DynamoDbException.builder().statusCode(413).message("large").build();

    assertThat(FailureClassifier.resultOf(bare))
        .isInstanceOfSatisfying(
            WriteOutcome.Rejected.class,
            rejected ->
                assertThat(rejected.reason().reason()).startsWith("DynamoDB says status 413"));
  }

  @Test
  void shouldTryAgainWhenNoAnswerCame() {
    assertThat(retried(SdkClientException.create("connection refused")))
        .isEqualTo(Reason.UNAVAILABLE);
    assertThat(retried(ApiCallTimeoutException.create(5_000))).isEqualTo(Reason.UNAVAILABLE);
  }

  private static Reason retried(SdkException e) {
    return ((WriteResult.Retry) FailureClassifier.resultOf(e)).reason();
  }

  private static WriteOutcome rejected(String reason) {
    return new WriteOutcome.Rejected(new Failure(FailureCode.ITEM_REJECTED, reason));
  }
}
