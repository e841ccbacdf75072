package io.tributary.operations;

import io.tributary.runtime.config.SettingsException;
import io.tributary.runtime.lifecycle.FailureMessage;
import io.tributary.sink.table.DynamoFailure;
import java.net.BindException;
import java.util.Optional;
import org.apache.kafka.common.errors.TimeoutException;

/** A failure in one line. */
public final class FailureText {

  private static final String LISTENERS =
      "see http.listen, ops.listen, processors.listen, sink.listen";

  private FailureText() {}

  /** Message of a failure with that of its first cause, or a known remedy. */
  public static String of(Throwable failure) {
    if (failure instanceof SettingsException) {
      return String.valueOf(failure.getMessage());
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return "cannot listen: " + FailureMessage.own(cause) + " (" + LISTENERS + ')';
      }
      Optional<String> dynamo = DynamoFailure.in(cause);
      if (dynamo.isPresent()) {
        return "DynamoDB: " + dynamo.get();
      }
      if (cause instanceof TimeoutException) {
        return "Kafka does not answer: " + FailureMessage.own(cause) + " (see bootstrap.servers)";
      }
    }
    return FailureMessage.of(failure);
  }
}
