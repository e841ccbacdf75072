package io.tributary.client.failure;

import org.jspecify.annotations.Nullable;

/**
 * A consumer has stopped by itself. The message names the record, if there is one, and the reason.
 */
public final class ConsumerFailedException extends RuntimeException {

  public ConsumerFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
