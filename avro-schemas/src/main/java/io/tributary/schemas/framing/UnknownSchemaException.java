package io.tributary.schemas.framing;

/**
 * Bytes that name a schema of which a registry says that there is none. A replica of it that lags
 * says so, too, of one that is new: who must not miss a value asks again for a while.
 */
public final class UnknownSchemaException extends UndecodableException {

  public UnknownSchemaException(String reason) {
    super(reason, null);
  }
}
