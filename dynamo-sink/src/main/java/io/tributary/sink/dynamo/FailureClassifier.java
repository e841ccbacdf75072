package io.tributary.sink.dynamo;

import io.tributary.schemas.deadletter.Failure;
import io.tributary.schemas.deadletter.FailureCode;
import io.tributary.sink.write.WriteOutcome;
import io.tributary.sink.write.WriteResult;
import io.tributary.sink.write.WriteResult.Reason;
import io.tributary.sink.write.WriteResult.Retry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.exception.SdkServiceException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Classifier of DynamoDB's failures by their code, never by their text. An unknown code counts as
 * misconfiguration: it is retried and reported, and no record is lost over it.
 */
public final class FailureClassifier {

  static final String CONDITION_FAILED = "ConditionalCheckFailed";
  private static final String NONE = "None";

  private static final Map<String, Reason> RETRIED =
      Map.ofEntries(
          Map.entry("TransactionConflict", Reason.CONFLICT),
          Map.entry("TransactionConflictException", Reason.CONFLICT),
          Map.entry("TransactionInProgressException", Reason.CONFLICT),
          Map.entry("IdempotentParameterMismatchException", Reason.CONFLICT),
          Map.entry("ProvisionedThroughputExceeded", Reason.THROTTLED),
          Map.entry("ProvisionedThroughputExceededException", Reason.THROTTLED),
          Map.entry("ThrottlingError", Reason.THROTTLED),
          Map.entry("ThrottlingException", Reason.THROTTLED),
          Map.entry("Throttling", Reason.THROTTLED),
          Map.entry("RequestLimitExceeded", Reason.THROTTLED),
          Map.entry("LimitExceededException", Reason.THROTTLED),
          Map.entry("InternalServerError", Reason.UNAVAILABLE),
          Map.entry("ServiceUnavailable", Reason.UNAVAILABLE));

  private static final List<String> REFUSED =
      List.of(
          "ValidationError",
          "ValidationException",
          "SerializationException",
          "ItemCollectionSizeLimitExceeded",
          "ItemCollectionSizeLimitExceededException");

  private static final int TOO_LARGE = 413;
  private static final int FIRST_SERVER_ERROR = 500;

  private FailureClassifier() {}

  /** True when all of these actions succeeded. */
  static boolean allSucceeded(List<CancellationReason> reasons) {
    return known(reasons).stream().allMatch(reason -> reason.code().equals(NONE));
  }

  /** The reason of the first action's failed condition, if nothing worse happened. */
  static Optional<CancellationReason> conditionFailure(List<CancellationReason> all) {
    List<CancellationReason> reasons = known(all);
    return reasons.stream()
        .findFirst()
        .filter(reason -> allSucceeded(reasons.subList(1, reasons.size())))
        .filter(FailureClassifier::isConditionFailure);
  }

  static boolean isConditionFailure(CancellationReason reason) {
    return CONDITION_FAILED.equals(reason.code());
  }

  /** True when conditions failed, and nothing worse happened. */
  static boolean onlyConditionsFailed(List<CancellationReason> reasons) {
    return !allSucceeded(reasons)
        && allSucceeded(reasons.stream().filter(reason -> !isConditionFailure(reason)).toList());
  }

  /** The result of a request that failed. */
  public static WriteResult resultOf(SdkException e) {
    if (e instanceof TransactionCanceledException cancelled) {
      return resultOf(cancelled.cancellationReasons());
    }
    if (!(e instanceof SdkServiceException answer)) {
      return new Retry(Reason.UNAVAILABLE, describe(e));
    }
    String code = code(answer);
    Reason retried = RETRIED.get(code);
    if (retried != null) {
      return new Retry(retried, describe(e));
    }
    if (answer.statusCode() >= FIRST_SERVER_ERROR) {
      return new Retry(Reason.UNAVAILABLE, describe(e));
    }
    if (answer.statusCode() == TOO_LARGE || REFUSED.contains(code)) {
      return rejected(code.isEmpty() ? "status " + answer.statusCode() : code, message(answer));
    }
    return new Retry(Reason.MISCONFIGURED, describe(e));
  }

  /** The result by the reasons of a write's own actions. */
  static WriteResult resultOf(List<CancellationReason> all) {
    List<CancellationReason> reasons = known(all);
    // transient failures count first: only a try without it shows whether the item itself is
    // refused
    Optional<Reason> passing =
        reasons.stream()
            .map(reason -> RETRIED.get(reason.code()))
            .filter(r -> r != null)
            .findFirst();
    if (passing.isPresent()) {
      return new Retry(passing.get(), codes(reasons));
    }
    return reasons.stream()
        .filter(reason -> REFUSED.contains(reason.code()))
        .findFirst()
        .<WriteResult>map(reason -> rejected(reason.code(), String.valueOf(reason.message())))
        .orElseGet(() -> new Retry(Reason.MISCONFIGURED, codes(reasons)));
  }

  private static WriteOutcome rejected(String code, String message) {
    return new WriteOutcome.Rejected(
        new Failure(FailureCode.ITEM_REJECTED, "DynamoDB says " + code + ": " + message));
  }

  private static List<CancellationReason> known(List<CancellationReason> reasons) {
    return reasons.stream().filter(reason -> reason.code() != null).toList();
  }

  private static String codes(List<CancellationReason> reasons) {
    return "transaction cancelled: " + reasons.stream().map(CancellationReason::code).toList();
  }

  private static String code(SdkServiceException e) {
    boolean detailed =
        e instanceof AwsServiceException aws
            && aws.awsErrorDetails() != null
            && aws.awsErrorDetails().errorCode() != null;
    return detailed ? ((AwsServiceException) e).awsErrorDetails().errorCode() : "";
  }

  private static String message(SdkServiceException e) {
    return e instanceof AwsServiceException aws && aws.awsErrorDetails() != null
        ? String.valueOf(aws.awsErrorDetails().errorMessage())
        : String.valueOf(e.getMessage());
  }

  private static String describe(SdkException e) {
    return e.getClass().getSimpleName() + ": " + e.getMessage();
  }
}
