package io.tributary.schemas.framing;

import org.jspecify.annotations.Nullable;

/** Bytes that are no value of the expected type in any released schema. */
public final class UndecodableException extends RuntimeException {

  public UndecodableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
