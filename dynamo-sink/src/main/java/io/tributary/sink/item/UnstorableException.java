package io.tributary.sink.item;

/** A value that no DynamoDB attribute can hold. The message names attribute and rule. */
public final class UnstorableException extends RuntimeException {

  public UnstorableException(String message) {
    super(message);
  }
}
