package io.tributary.embedded.dynamodb.store;

/** A store that cannot read or write, such as on a full disk. */
final class StoreException extends RuntimeException {
  StoreException(Exception cause) {
    super("the store failed: " + cause.getMessage(), cause);
  }
}
