package io.tributary.client.failure;

import org.jspecify.annotations.Nullable;

/** A consumer has stopped by itself. The message says at which record, if at one, and why. */
public final class ConsumerFailedException extends RuntimeException {

  public ConsumerFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
