package io.tributary.sink.stream;

import io.tributary.sink.dynamo.FailureClassifier;
import io.tributary.sink.write.WriteResult;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** A stream could not be read; its records stay there. */
public final class StreamException extends RuntimeException {

  /** Reason of a failed read. */
  public enum Reason {
    /** The shard, or the whole stream, has gone. */
    GONE,
    /** DynamoDB does not answer, answers that it cannot, or asks for fewer requests. */
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
    boolean passes =
        FailureClassifier.resultOf(e) instanceof WriteResult.Retry retry
            && retry.reason() != WriteResult.Reason.MISCONFIGURED;
    return passes ? Reason.UNAVAILABLE : Reason.MISCONFIGURED;
  }
}
