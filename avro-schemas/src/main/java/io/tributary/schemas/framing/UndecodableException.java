package io.tributary.schemas.framing;

import org.jspecify.annotations.Nullable;

/** Bytes that are no value of the expected type in any released schema. */
public class UndecodableException extends RuntimeException {

  private final String reason;

  public UndecodableException(String reason, @Nullable Throwable cause) {
    super(reason, cause);
    this.reason = reason;
  }

  /** What is wrong with them. */
  public final String reason() {
    return reason;
  }
}
