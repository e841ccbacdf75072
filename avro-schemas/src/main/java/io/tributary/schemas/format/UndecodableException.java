package io.tributary.schemas.format;

import org.jspecify.annotations.Nullable;

/** Bytes that are no value of the expected type in any released schema. */
public final class UndecodableException extends RuntimeException {

  private final String reason;
  private final boolean schemaUnknown;

  public UndecodableException(String reason, @Nullable Throwable cause) {
    this(reason, cause, false);
  }

  private UndecodableException(String reason, @Nullable Throwable cause, boolean schemaUnknown) {
    super(reason, cause);
    this.reason = reason;
    this.schemaUnknown = schemaUnknown;
  }

  /** They name a schema of which a registry says that there is none. */
  public static UndecodableException ofUnknownSchema(String reason) {
    return new UndecodableException(reason, null, true);
  }

  /** What is wrong with them. */
  public String reason() {
    return reason;
  }

  /**
   * True where a registry says that it has no such schema. A replica of it that lags says so, too,
   * of one that is new: who must not miss a value asks again for a while.
   */
  public boolean isSchemaUnknown() {
    return schemaUnknown;
  }
}
