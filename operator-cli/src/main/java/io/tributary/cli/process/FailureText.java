package io.tributary.cli.process;

import java.net.BindException;
import org.apache.kafka.common.errors.TimeoutException;

/** A failure in one line. */
public final class FailureText {

  private static final String LISTENERS = "see http.listen, processors.listen, sink.listen";

  private FailureText() {}

  /** The failure's own words, unless they leave out what to do. */
  public static String of(Throwable failure) {
    return describe(failure).lines().findFirst().orElse("");
  }

  private static String describe(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof BindException) {
        return "cannot listen: " + cause.getMessage() + " (" + LISTENERS + ')';
      }
      if (cause instanceof TimeoutException) {
        return "Kafka does not answer: " + cause.getMessage() + " (see bootstrap.servers)";
      }
    }
    return failure.getMessage() == null ? failure.getClass().getName() : failure.getMessage();
  }
}
