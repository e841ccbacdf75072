package io.tributary.schemas.rule;

/** A value breaks the rule of its field. Names the field and the rule, never the value. */
public final class InvalidValueException extends RuntimeException {

  InvalidValueException(String message) {
    super(message);
  }
}
