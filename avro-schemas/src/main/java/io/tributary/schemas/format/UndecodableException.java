package io.tributary.schemas.format;

import org.jspecify.annotations.Nullable;

/** Bytes that are not a value of the expected type in any released schema. */
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

  /** The bytes name a schema that the registry does not have. */
  public static UndecodableException ofUnknownSchema(String reason) {
    return new UndecodableException(reason, null, true);
  }

  public String reason() {
    return reason;
  }

  /**
   * True where a registry says that it has no such schema. A lagging replica says so of a new
   * schema, too, so readers that must not miss a value ask again for a while.
   */
  public boolean isSchemaUnknown() {
    return schemaUnknown;
  }
}
