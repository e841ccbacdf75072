package io.tributary.sink.table;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;

/** A failure of the AWS SDK in words, without its request ids and chains of providers. */
public final class DynamoFailure {

  private DynamoFailure() {}

  /** Words for a failure of the SDK; empty for another. */
  public static Optional<String> in(Throwable failure) {
    return failure instanceof SdkException sdk ? Optional.of(words(sdk)) : Optional.empty();
  }

  public static String words(SdkException failure) {
    if (failure instanceof AwsServiceException answer && answer.awsErrorDetails() != null) {
      return "answers "
          + answer.awsErrorDetails().errorCode()
          + ": "
          + answer.awsErrorDetails().errorMessage();
    }
    String message = String.valueOf(failure.getMessage());
    if (message.startsWith("Unable to load credentials")) {
      return "no AWS credentials; set them up, or name another endpoint (dynamodb.endpoint)";
    }
    return Stream.iterate((Throwable) failure, Objects::nonNull, Throwable::getCause)
        .flatMap(cause -> connection(cause).stream())
        .findFirst()
        .map(words -> words + " (see dynamodb.endpoint)")
        .orElse(message);
  }

  private static Optional<String> connection(Throwable cause) {
    if (cause instanceof ApiCallTimeoutException
        || cause instanceof ApiCallAttemptTimeoutException
        || cause instanceof SocketTimeoutException) {
      return Optional.of("no answer in time");
    }
    if (cause instanceof UnknownHostException) {
      return Optional.of("unknown host: " + cause.getMessage());
    }
    return cause instanceof ConnectException
        ? Optional.of("cannot be reached: " + cause.getMessage())
        : Optional.empty();
  }
}
