package io.tributary.schemas.format;

import org.jspecify.annotations.Nullable;

/**
 * Nobody can say right now in which schema a value is, or under which id it is to be written:
 * nothing is wrong with the record, which must be neither lost nor buried, but tried again.
 */
public final class SchemaUnavailableException extends RuntimeException {

  public SchemaUnavailableException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
