package io.tributary.sink.stream;

import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** A stream could not be read; its records stay there. */
public final class StreamException extends RuntimeException {

  private static final int FIRST_SERVER_ERROR = 500;

  private static final Set<String> THROTTLES =
      Set.of(
          "LimitExceededException",
          "ProvisionedThroughputExceededException",
          "RequestLimitExceeded",
          "ThrottlingException");

  /** Reason of a failed read. */
  public enum Reason {
    /** The shard, or the whole stream, has gone. */
    GONE,
    /** DynamoDB asks for fewer requests. */
    THROTTLED,
    /** DynamoDB does not answer, or answers that it cannot. */
    UNAVAILABLE,
    /** Credentials or permissions are wrong. */
    MISCONFIGURED
  }

  private final Reason reason;

  StreamException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  static StreamException of(SdkException e) {
    return new StreamException(
        reasonOf(e), e.getClass().getSimpleName() + ": " + e.getMessage(), e);
  }

  /** Reason of the failure. */
  public Reason reason() {
    return reason;
  }

  private static Reason reasonOf(SdkException e) {
    if (e instanceof ResourceNotFoundException) {
      return Reason.GONE;
    }
    if (!(e instanceof AwsServiceException answer) || answer.statusCode() >= FIRST_SERVER_ERROR) {
      return Reason.UNAVAILABLE;
    }
    boolean throttled =
        answer.awsErrorDetails() != null
            && THROTTLES.contains(String.valueOf(answer.awsErrorDetails().errorCode()));
    return throttled ? Reason.THROTTLED : Reason.MISCONFIGURED;
  }
}
