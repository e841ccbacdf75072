package io.tributary.schemas.format;

import org.jspecify.annotations.Nullable;

/**
 * The schema of a value, or the id for a new one, cannot be had now. The record is good and must be
 * tried again, neither lost nor sent to the dead letters.
 */
public final class SchemaUnavailableException extends RuntimeException {

  public SchemaUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
