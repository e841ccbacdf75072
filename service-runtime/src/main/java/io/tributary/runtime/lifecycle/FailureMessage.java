package io.tributary.runtime.lifecycle;

import io.tributary.runtime.files.FileFailure;
import java.io.IOException;

/** A failure in one line: the outermost message, and the innermost one if that says more. */
public final class FailureMessage {

  private FailureMessage() {}

  public static String of(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String own = own(failure);
    String why = own(innermost);
    return own.contains(why) ? own : own + ": " + why;
  }

  /** The first line of the failure's own message, or its class. */
  public static String own(Throwable failure) {
    String message =
        failure instanceof IOException e && e.getMessage() != null
            ? FileFailure.words(e)
            : failure.getMessage();
    return message == null ? failure.getClass().getName() : message.lines().findFirst().orElse("");
  }
}
