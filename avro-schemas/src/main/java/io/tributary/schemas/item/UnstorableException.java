package io.tributary.schemas.item;

/** A value that no DynamoDB attribute can hold. The message names attribute and rule. */
public final class UnstorableException extends IllegalArgumentException {

  public UnstorableException(String message) {
    super(message);
  }
}
